import { listenInPage } from '../contents/page-listener.js';
import type { WebContents } from '../contents/web-contents.js';

/** Tracks whether a window has the focus, which only its page knows. */
export class WindowFocus {
  #isFocused = false;

  constructor(contents: WebContents) {
    listenInPage(contents, 'electronOnChromiumFocus', follow, (text) => {
      this.#isFocused = text === 'true';
    });
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
