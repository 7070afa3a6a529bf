import { type CommandId, commandIds, commands } from '@shared/commands.js';

/** The keys of one shortcut. */
interface KeyCombination {
  /** With Ctrl, or Cmd on a Mac. */
  readonly withMod: boolean;
  readonly withShift: boolean;
  /** `KeyboardEvent.key` in lower case. */
  readonly key: string;
}

/** The commands that have a shortcut, in the order of the list. */
export const shortcutIds = commandIds.filter((id) => commands[id].keys !== undefined);

/** Returns the keys of a command in the notation of the platform: `Ctrl+Shift+S`, `⇧⌘S`. */
export function keysOf(id: CommandId): string {
  return keyParts(id).join(isMac() ? '' : '+');
}

/** Returns the keys of a command one by one; empty without a shortcut. */
export function keyParts(id: CommandId): readonly string[] {
  const [keys] = commands[id].keys ?? [];
  if (keys === undefined) return [];
  const { withMod, withShift, key } = combinationOf(keys);
  const shown = shownKeys[key] ?? key.toUpperCase();
  const shift = withShift ? [isMac() ? '⇧' : 'Shift'] : [];
  if (!withMod) return [...shift, shown];
  return isMac() ? [...shift, '⌘', shown] : ['Ctrl', ...shift, shown];
}

/** Returns the command of a key press; null for none. Plain keys are ignored in text fields. */
export function commandFor(event: KeyboardEvent): CommandId | null {
  const found = shortcutIds.find((id) =>
    (commands[id].keys ?? []).some((keys) => isPressed(combinationOf(keys), event)),
  );
  if (found === undefined) return null;
  const typesText = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
  return typesText && isTextField(event.target) ? null : found;
}

/** Returns true if typing in the element enters text. */
export function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null
  );
}

const shownKeys: Readonly<Record<string, string>> = { enter: 'Enter', escape: 'Esc', '-': '−' };

function combinationOf(accelerator: string): KeyCombination {
  const parts = accelerator.split('+');
  const key = parts.at(-1) ?? '';
  return {
    withMod: parts.includes('CmdOrCtrl'),
    withShift: parts.includes('Shift'),
    key: key === 'Plus' ? '+' : key.toLowerCase(),
  };
}

function isPressed({ withMod, withShift, key }: KeyCombination, event: KeyboardEvent): boolean {
  const hasMod = isMac() ? event.metaKey : event.ctrlKey;
  if (event.key.toLowerCase() !== key || withMod !== hasMod || event.altKey) return false;
  // Which signs need Shift depends on the keyboard.
  return !/^[a-z]$/.test(key) || withShift === event.shiftKey;
}

function isMac(): boolean {
  return navigator.userAgent.includes('Mac');
}
