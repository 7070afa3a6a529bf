import { inspect } from 'node:util';
import { PartialEmitter, partialModule } from '../not-implemented.js';
import type { WebContents } from '../contents/web-contents.js';

type Handler = (event: never, ...args: unknown[]) => unknown;

/** `ipcMain` (docs/api/ipc-main.md, lib/browser/ipc-main-impl.ts). Channels are its events, and applications name those. */
class IpcMain extends PartialEmitter {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    if (typeof handler !== 'function') {
      throw new Error(`Expected handler to be a function, but found type '${typeof handler}'`);
    }
    this.#handlers.set(channel, handler);
  }

  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return handler(event, ...args);
    });
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** Calls the handler of a channel for a page; rejects with what the handler throws. */
  async invoke(contents: WebContents, channel: string, args: unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    try {
      return await handler(ipcEvent(contents, 'IpcMainInvokeEvent') as never, ...args);
    } catch (error) {
      process.stderr.write(`Error occurred in handler for '${channel}': ${inspect(error)}\n`);
      throw error;
    }
  }

  /** Tells the listeners of a channel what a page sent. */
  receive(contents: WebContents, channel: string, args: unknown[]): void {
    const reply = (answerChannel: string, ...answers: unknown[]) =>
      contents.send(answerChannel, ...answers);
    this.emit(channel, ipcEvent(contents, 'IpcMainEvent', { reply }), ...args);
  }
}

function ipcEvent(contents: WebContents, name: string, more: object = {}): object {
  const { mainFrame } = contents;
  return partialModule(name, {
    type: 'frame',
    sender: contents,
    senderFrame: mainFrame,
    frameId: mainFrame.routingId,
    processId: mainFrame.processId,
    ...more,
  });
}

export const ipcMain = new IpcMain('any');
