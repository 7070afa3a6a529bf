import { type Message, message } from '@shared/messages/message.js';
import { changeDraft, loadUrl } from '../document/form/draft-store.js';
import { useDeliveryList } from '../queue/uploads/delivery-list.js';
import { uploadToDefault } from '../queue/uploads/uploading.js';
import { saveJob } from '../queue/job-actions.js';
import { useJobView } from '../queue/job-view.js';
import { useJobs } from '../queue/jobs-store.js';
import { focusJobs } from '../queue/selection-store.js';
import { cancelPreview, renderNow } from '../document/preview/preview-runner.js';
import { convert } from '../document/remote/convert-on-service.js';
import { copyRequest, openRequest } from '../document/remote/request-actions.js';
import { savePdf } from '../document/form/saving.js';
import { chooseFiles } from '../document/form/sources.js';
import { focusField, openSettings, showView, useUi } from '../ui/ui-store.js';
import { setZoomMode, zoomView } from '../document/preview/view-store.js';

interface Shortcut {
  /** Label in the list of shortcuts. */
  readonly label: Message;
  /** `KeyboardEvent.key` in lower case; several where keyboards differ. The first is shown. */
  readonly keys: readonly string[];
  /** With Ctrl, or Cmd on a Mac. */
  readonly withMod: boolean;
  readonly withShift?: boolean;
  readonly run: () => void;
}

/** All shortcuts of the window: for the keyboard, the list behind "?" and tooltips. */
export const shortcuts = {
  open: {
    label: message('form.chooseFiles'),
    keys: ['o'],
    withMod: true,
    run: () => void chooseFiles(),
  },
  address: {
    label: message('preview.enterUrl'),
    keys: ['l'],
    withMod: true,
    run: () => {
      changeDraft({ tab: 'url' });
      focusField('source');
    },
  },
  save: { label: message('preview.savePdf'), keys: ['s'], withMod: true, run: () => save(false) },
  'save-as': {
    label: message('shortcuts.saveAs'),
    keys: ['s'],
    withMod: true,
    withShift: true,
    run: () => save(true),
  },
  upload: {
    label: message('shortcuts.uploadPdf'),
    keys: ['u'],
    withMod: true,
    run: () => void uploadToDefault(),
  },
  convert: {
    label: message('shortcuts.convert'),
    keys: ['enter'],
    withMod: true,
    run: () => void convert(),
  },
  render: {
    label: message('preview.refresh'),
    keys: ['r'],
    withMod: true,
    run: () => {
      loadUrl();
      renderNow();
    },
  },
  'copy-curl': {
    label: message('preview.copyAsCurl'),
    keys: ['c'],
    withMod: true,
    withShift: true,
    run: () => void copyRequest('curl'),
  },
  'copy-json': {
    label: message('preview.copyAsJson'),
    keys: ['j'],
    withMod: true,
    withShift: true,
    run: () => void copyRequest('json'),
  },
  'open-json': {
    label: message('shortcuts.openJson'),
    keys: ['o'],
    withMod: true,
    withShift: true,
    run: () => void openRequest(),
  },
  'zoom-in': {
    label: message('preview.zoomIn'),
    keys: ['+', '='],
    withMod: true,
    run: () => zoomView('up'),
  },
  'zoom-out': {
    label: message('preview.zoomOut'),
    keys: ['-'],
    withMod: true,
    run: () => zoomView('down'),
  },
  'fit-width': {
    label: message('preview.fitWidth'),
    keys: ['0'],
    withMod: true,
    run: () => setZoomMode('fit-width'),
  },
  settings: {
    label: message('settings.settings'),
    keys: [','],
    withMod: true,
    run: () => openSettings('general'),
  },
  jobs: {
    label: message('shortcuts.toggleLists'),
    keys: ['j'],
    withMod: true,
    run: toggleQueue,
  },
  cancel: {
    label: message('shortcuts.cancel'),
    keys: ['escape'],
    withMod: false,
    run: () => {
      if (useUi.getState().view === 'queue') showView('document');
      else cancelPreview();
    },
  },
  help: {
    label: message('shortcuts.help'),
    keys: ['?'],
    withMod: false,
    run: () => useUi.setState({ shortcutsOpen: true }),
  },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof shortcuts;

const shownKeys: Readonly<Record<string, string>> = { enter: 'Enter', escape: 'Esc', '-': '−' };

/** Returns the keys of a shortcut in the notation of the platform: `Ctrl+Shift+S`, `⇧⌘S`. */
export function keysOf(name: ShortcutName): string {
  return keyParts(name).join(isMac() ? '' : '+');
}

/** Returns the keys of a shortcut one by one. */
export function keyParts(name: ShortcutName): readonly string[] {
  const shortcut: Shortcut = shortcuts[name];
  const [key = ''] = shortcut.keys;
  const shown = shownKeys[key] ?? key.toUpperCase();
  const shift = shortcut.withShift ? [isMac() ? '⇧' : 'Shift'] : [];
  if (!shortcut.withMod) return [...shift, shown];
  return isMac() ? [...shift, '⌘', shown] : ['Ctrl', ...shift, shown];
}

/** Returns the shortcut of a key press; null for none. Plain keys are ignored in text fields. */
export function shortcutFor(event: KeyboardEvent): ShortcutName | null {
  const hasMod = isMac() ? event.metaKey : event.ctrlKey;
  const key = event.key.toLowerCase();
  const name = shortcutNames.find((candidate) => {
    const shortcut: Shortcut = shortcuts[candidate];
    if (!shortcut.keys.includes(key) || shortcut.withMod !== hasMod) return false;
    return !isLetter(key) || (shortcut.withShift ?? false) === event.shiftKey;
  });
  if (!name || (!hasMod && key !== 'escape' && isTextField(event.target))) return null;
  return name;
}

/** The shortcuts in the order of the list. */
export const shortcutNames: readonly ShortcutName[] = [
  'open',
  'address',
  'render',
  'convert',
  'save',
  'save-as',
  'upload',
  'copy-curl',
  'copy-json',
  'open-json',
  'jobs',
  'zoom-in',
  'zoom-out',
  'fit-width',
  'settings',
  'cancel',
  'help',
];

/** Returns true if typing in the element enters text. */
export function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null
  );
}

/** Opens the queue and focuses its list, or returns to the document. */
function toggleQueue(): void {
  if (useUi.getState().view === 'queue') {
    showView('document');
    return;
  }
  showView('queue');
  if (useJobs.getState().order.length > 0) focusJobs();
  else useDeliveryList.setState({ focusWanted: true });
}

/** Saves the PDF on screen: that of the shown job, otherwise the form's. */
function save(ask: boolean): void {
  const { id } = useJobView.getState();
  if (id === null) void savePdf(ask);
  else void saveJob(id);
}

function isLetter(key: string): boolean {
  return /^[a-z]$/.test(key);
}

function isMac(): boolean {
  return navigator.userAgent.includes('Mac');
}
