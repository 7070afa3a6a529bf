import { createSpotlight } from '@mantine/spotlight';
import {
  type CommandId,
  type ContextMenu,
  commandIds,
  commands,
  contextMenus,
} from '@shared/commands.js';
import { call } from '../bridge/bridge.js';
import { useEffect } from 'react';
import { isDialogOpen } from './Dialog.js';
import { useUi } from './ui-store.js';

/** What a command does, and when it can. */
export interface CommandAction {
  readonly run: () => void;
  /** Without it, the command always has an effect. */
  readonly canRun?: () => boolean;
}

export type CommandActions = Readonly<Record<CommandId, CommandAction>>;

let actions: CommandActions | null = null;

/**
 * Sets what the commands do. They depend on most of the window; this way any part of the window can
 * run them.
 */
export function setActions(all: CommandActions): void {
  actions = all;
}

export function canRun(id: CommandId): boolean {
  return actions !== null && (actions[id].canRun?.() ?? true);
}

/** Runs a command, if it can run. */
export function runCommand(id: CommandId): void {
  if (canRun(id)) actions?.[id].run();
}

type MenuEvent = Pick<MouseEvent, 'target' | 'button' | 'clientX' | 'clientY' | 'preventDefault'>;

/**
 * Shows a context menu with the commands that can run now. Text fields have their own menu, which
 * the main process shows.
 * @param canCopy true if the menu can copy selected text
 */
export function showContextMenu(menu: ContextMenu, event: MenuEvent, canCopy = false): void {
  if (isTextField(event.target)) return;
  event.preventDefault();
  const groups: readonly (readonly CommandId[])[] = contextMenus[menu];
  // A menu that does not open is noticed; there is nothing else to do.
  void call('commands:show-menu', {
    menu,
    commands: groups.flat().filter(canRun),
    canCopy,
    x: Math.round(event.clientX),
    y: Math.round(event.clientY),
    byKeyboard: event.button !== secondaryButton,
  });
}

/** `MouseEvent.button` of the right one; the Menu key and Shift+F10 have another value. */
const secondaryButton = 2;

export const [paletteStore, palette] = createSpotlight();

let focusedBefore: Element | null = null;

export function openPalette(): void {
  focusedBefore = document.activeElement;
  palette.open();
}

/** Returns the focus to where it was before the palette opened. */
export function leavePalette(): void {
  if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
}

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

/** In the notation of the platform: `Ctrl+Shift+S`, `⇧⌘S`. */
export function keysOf(id: CommandId): string {
  return keyParts(id).join(isMac() ? '' : '+');
}

/** One by one; empty without a shortcut. */
export function keyParts(id: CommandId): readonly string[] {
  const [keys] = commands[id].keys ?? [];
  if (keys === undefined) return [];
  const { withMod, withShift, key } = combinationOf(keys);
  const shown = shownKeys[key] ?? key.toUpperCase();
  const shift = withShift ? [isMac() ? '⇧' : 'Shift'] : [];
  if (!withMod) return [...shift, shown];
  return isMac() ? [...shift, '⌘', shown] : ['Ctrl', ...shift, shown];
}

/** Null for none. Plain keys are ignored in text fields. */
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
  return !/^([a-z]|f\d+)$/.test(key) || withShift === event.shiftKey;
}

function isMac(): boolean {
  return navigator.userAgent.includes('Mac');
}

/** Open dialogs and menus keep their own keys. */
export function useShortcuts(): void {
  useEffect(() => {
    let seen: KeyboardEvent | null = null;

    function press(event: KeyboardEvent): void {
      seen = event;
      const id = commandFor(event);
      if (!id || event.defaultPrevented || isDialogOpen()) return;
      if (id === 'cancel') {
        if (isInPopup(event.target)) return;
        if (useUi.getState().sheetOpen) {
          useUi.setState({ sheetOpen: false });
          return;
        }
      }
      event.preventDefault();
      runCommand(id);
    }

    /** An open tooltip closes on Escape and stops the event on its way to the window. */
    function pressBelowTooltip(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || isDialogOpen() || !hasTooltip()) return;
      setTimeout(() => {
        if (seen !== event) press(event);
      });
    }

    window.addEventListener('keydown', press);
    window.addEventListener('keydown', pressBelowTooltip, true);
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener('keydown', pressBelowTooltip, true);
    };
  }, []);
}

function hasTooltip(): boolean {
  return document.querySelector('[role="tooltip"]') !== null;
}

function isInPopup(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;
}
