import type { WebContents } from '../contents/web-contents.js';

const name = 'electronOnChromiumFocus';

/** Tracks whether a window has the focus, which only its page knows. */
export class WindowFocus {
  #isFocused = false;

  constructor(contents: WebContents) {
    contents.opened.then(
      ({ session }) => {
        session.on('Runtime.bindingCalled', (call) => {
          if (call.name === name) this.#isFocused = call.payload === 'true';
        });
        session.post('Runtime.addBinding', { name, executionContextName: name });
        session.post('Page.addScriptToEvaluateOnNewDocument', {
          source: `(${follow.toString()})(${JSON.stringify(name)})`,
          worldName: name,
          runImmediately: true,
        });
      },
      // A window that did not open has no focus; its user gets the error.
      () => undefined,
    );
  }

  get isFocused(): boolean {
    return this.#isFocused;
  }
}

/** Runs in the page, so it is self-contained. */
function follow(binding: string): void {
  const tell = () => {
    const send = Reflect.get(globalThis, binding) as (text: string) => void;
    send(String(document.hasFocus()));
  };
  if (window !== window.top) return;
  window.addEventListener('focus', tell);
  window.addEventListener('blur', tell);
  tell();
}
