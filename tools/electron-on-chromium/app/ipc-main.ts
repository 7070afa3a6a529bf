import { inspect } from 'node:util';
import type { WebFrameMain } from '../contents/web-frame-main.js';
import { partialModule } from '../not-implemented.js';

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

const handlers = new Map<string, Handler>();

/** The module `ipcMain` (docs/api/ipc-main.md, lib/browser/ipc-main-impl.ts). */
export const ipcMain = partialModule('ipcMain', {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    if (typeof handler !== 'function') {
      throw new Error(`Expected handler to be a function, but found type '${typeof handler}'`);
    }
    handlers.set(channel, handler);
  },
} satisfies Partial<Electron.IpcMain>);

/** A call from a page. */
export interface Invocation {
  readonly contents: { readonly mainFrame: WebFrameMain };
  readonly channel: string;
  readonly args: readonly unknown[];
  /** Whether the calling document is still the page's current one. */
  readonly isCurrent: () => boolean;
}

/** Calls a channel's handler; rejects with what the handler throws. */
export async function invokeHandler(invocation: Invocation): Promise<unknown> {
  const { channel, args } = invocation;
  const handler = handlers.get(channel);
  if (!handler) throw new Error(`No handler registered for '${channel}'`);
  try {
    return await handler(invokeEvent(invocation), ...args);
  } catch (error) {
    process.stderr.write(`Error occurred in handler for '${channel}': ${inspect(error)}\n`);
    throw error;
  }
}

function invokeEvent({ contents, isCurrent }: Invocation): Electron.IpcMainInvokeEvent {
  const { mainFrame } = contents;
  const event = partialModule('IpcMainInvokeEvent', {
    sender: contents,
    /** Null once the calling document is gone. */
    get senderFrame() {
      return isCurrent() ? mainFrame : null;
    },
  });
  // Other members of Electron's type throw "not implemented".
  return event as unknown as Electron.IpcMainInvokeEvent;
}
