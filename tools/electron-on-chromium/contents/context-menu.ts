import { partialModule } from '../not-implemented.js';
import { isGone } from '../devtools/session.js';
import { type OpeningPage, listenInPage } from './page-listener.js';

type Params = Pick<
  Electron.ContextMenuParams,
  | 'x'
  | 'y'
  | 'isEditable'
  | 'selectionText'
  | 'linkURL'
  | 'linkText'
  | 'misspelledWord'
  | 'dictionarySuggestions'
  | 'menuSourceType'
  | 'editFlags'
>;

/**
 * Reports that the user asked for a context menu with the mouse or the keyboard, unless the page
 * prevented it. DevTools does not, so the page is observed. Members that are not known throw.
 */
export function reportContextMenus(
  contents: OpeningPage,
  canPaste: () => Promise<boolean>,
  onMenu: (params: Params) => void,
): void {
  listenInPage(contents, 'electronOnChromiumContextMenu', followContextMenus, (text) => {
    const params = JSON.parse(text) as Params;
    const report = (hasContent: boolean) => {
      params.editFlags.canPaste &&= hasContent;
      onMenu(partialModule('ContextMenuParams', params));
    };
    if (!params.editFlags.canPaste) {
      report(false);
      return;
    }
    canPaste().then(report, (error: unknown) => {
      if (!isGone(error)) throw error;
    });
  });
}

/** Runs in the page, so it is self-contained. */
function followContextMenus(binding: string): void {
  const paramsOf = (event: MouseEvent): Params => {
    const element = event.target instanceof Element ? event.target : null;
    const field = element?.closest('input, textarea') ?? null;
    const isText =
      field instanceof HTMLTextAreaElement ||
      (field instanceof HTMLInputElement &&
        /^(?:text|search|url|tel|email|password|number)$/.test(field.type));
    const textField = isText ? field : null;
    const isEditable =
      textField === null
        ? element instanceof HTMLElement && element.isContentEditable
        : !textField.disabled && !textField.readOnly;
    const isSecret = textField?.type === 'password';
    const selectionText =
      textField === null
        ? String(getSelection())
        : textField.value.slice(textField.selectionStart ?? 0, textField.selectionEnd ?? 0);
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing replaces it
    const can = (command: string) => document.queryCommandEnabled(command);
    const hasSelection = selectionText !== '';
    const link = element?.closest('a[href]') ?? null;
    return {
      x: Math.round(event.clientX),
      y: Math.round(event.clientY),
      isEditable,
      selectionText: isSecret ? '' : selectionText,
      linkURL: link instanceof HTMLAnchorElement ? link.href : '',
      linkText: link?.textContent ?? '',
      misspelledWord: '',
      dictionarySuggestions: [],
      // The right button has the number 2; a key has none.
      menuSourceType: event.button === 2 ? 'mouse' : 'keyboard',
      editFlags: {
        canUndo: can('undo'),
        canRedo: can('redo'),
        canCut: isEditable && hasSelection && !isSecret,
        canCopy: hasSelection && !isSecret,
        canPaste: isEditable,
        canDelete: isEditable && hasSelection,
        canSelectAll: can('selectAll'),
        canEditRichly: textField === null && isEditable,
      },
    };
  };
  const report = (event: MouseEvent) => {
    if (event.defaultPrevented) return;
    // Electron shows no menu of its own; Chromium would.
    event.preventDefault();
    const send = Reflect.get(globalThis, binding) as (text: string) => void;
    send(JSON.stringify(paramsOf(event)));
  };
  window.addEventListener(
    'contextmenu',
    () => {
      // The last listener of all, so that the page has decided.
      window.removeEventListener('contextmenu', report);
      window.addEventListener('contextmenu', report);
    },
    true,
  );
}
