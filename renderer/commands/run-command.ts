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

/** Returns true while a dialog covers the window; commands would act behind it. */
export function isModalOpen(): boolean {
  return document.querySelector('dialog[open], [aria-modal="true"]') !== null;
}
