import { windowBrowser } from '../chromium/browsers.js';

/** A small page that asks the user for something. */
export interface DialogPage {
  /** Title of the page and its window. */
  readonly title: string;
  /** Content of the form, as HTML. */
  readonly fields: string;
  /** The buttons; Enter presses the first one. */
  readonly buttons: readonly (string | DialogButton)[];
}

/** A button that can be disabled. */
export interface DialogButton {
  readonly text: string;
  readonly isEnabled: boolean;
}

/** The user's response; null if the page was closed. */
export interface DialogAnswer {
  /** Index of the pressed button. */
  readonly button: number;
  /** The fields, by name. */
  readonly values: Readonly<Record<string, string>>;
}

const bindingName = 'electronOnChromiumAnswer';

/** Shows a page beside the application's window until the user responds. */
export async function askInPage(page: DialogPage): Promise<DialogAnswer | null> {
  const browser = await windowBrowser();
  const address = `data:text/html;charset=utf-8,${encodeURIComponent(documentOf(page))}`;
  const { info, session } = await browser.openPage(undefined, address);
  const answered = new Promise<DialogAnswer | null>((resolve) => {
    session.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === bindingName) resolve(JSON.parse(payload) as DialogAnswer);
    });
    session.onEnd(() => resolve(null));
  });
  session.post('Runtime.enable');
  session.post('Runtime.addBinding', { name: bindingName });
  const answer = await answered;
  await browser.closePage(info.targetId);
  return answer;
}

/** Escapes text for HTML and attributes. */
export function asHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function documentOf({ title, fields, buttons }: DialogPage): string {
  const buttonTags = buttons.map((button, index) => {
    const { text, isEnabled } =
      typeof button === 'string' ? { text: button, isEnabled: true } : button;
    const type = index === 0 ? 'submit' : 'button';
    return `<button type="${type}" value="${index}"${isEnabled ? '' : ' disabled'}>${asHtml(text)}</button>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${asHtml(title)}</title>
<style>
  body { font: 14px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.15rem; }
  label { display: block; margin-bottom: 1rem; }
  input[type='text'], textarea { display: block; box-sizing: border-box; width: 100%; font: inherit; padding: 0.4rem; }
  button { font: inherit; padding: 0.4rem 1rem; margin-right: 0.5rem; }
</style>
<h1>${asHtml(title)}</h1>
<form>
  ${fields}
  ${buttonTags.join('\n  ')}
</form>
<script>(${dialogScript.toString()})(${JSON.stringify(bindingName)});</script>
</html>`;
}

/** Runs in the page, so it is self-contained. */
function dialogScript(binding: string): void {
  const form = document.querySelector('form');
  const fields = [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'),
  ];
  const valueOf = (field: HTMLInputElement | HTMLTextAreaElement) =>
    field instanceof HTMLInputElement && field.type === 'checkbox'
      ? String(field.checked)
      : field.value;
  const answer = (button: number) => {
    const values = Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
    const send = Reflect.get(globalThis, binding) as ((text: string) => void) | undefined;
    // The page may appear before the main process listens.
    if (send) send(JSON.stringify({ button, values }));
    else setTimeout(answer, 10, button);
  };
  for (const button of document.querySelectorAll('button')) {
    if (button.type === 'button')
      button.addEventListener('click', () => answer(Number(button.value)));
  }
  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    answer(0);
  });
  fields[0]?.focus();
}
