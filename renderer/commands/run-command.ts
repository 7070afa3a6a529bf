import { createSpotlight } from '@mantine/spotlight';
import type { CommandId } from '@shared/commands.js';

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
