import { createSpotlight } from '@mantine/spotlight';
import { type CommandId, type ContextMenu, contextMenus } from '@shared/commands.js';
import { call } from '../bridge.js';
import { isTextField } from './shortcuts.js';

/** What a command does, and when it can. */
export interface CommandAction {
  readonly run: () => void;
  /** Returns true if the command has an effect now; without it, it always has. */
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

/** Returns true if a command has an effect now. */
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

/** The state of the command palette. */
export const [paletteStore, palette] = createSpotlight();

let focusedBefore: Element | null = null;

/** Opens the command palette. */
export function openPalette(): void {
  focusedBefore = document.activeElement;
  palette.open();
}

/** Returns the focus to where it was before the palette opened. */
export function leavePalette(): void {
  if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
}
