import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type DevToolsSession, isGone } from '../devtools/session.js';
import { describeChromium } from '../chromium/choice.js';
import type { Invocation } from '../app/ipc-main.js';
import { PartialEmitter, PartialObject } from '../not-implemented.js';
import { bridgeValues } from './bridge-values.js';
import { filePaths, pathLookup } from './file-paths.js';
import { ipcValues } from './ipc-values.js';
import { type FromPreload, type ToPreload, preloadWorld } from './preload-world.js';
import { worldPort } from './world-port.js';

/** Handles requests from the preload script's world. */
export interface PreloadListener {
  onInvoke(call: Omit<Invocation, 'contents'>): Promise<unknown>;
  onError(path: string, error: Error): void;
}

const worldName = 'electron-on-chromium preload';
const { encode, decode } = ipcValues(
  (value) => value instanceof PartialEmitter || value instanceof PartialObject,
);

/** A window's preload script, in an isolated world in each document of the main frame. */
export class PreloadHost {
  readonly #path: string;
  readonly #listener: PreloadListener;
  /** Names everything that the worlds share; no page can guess it. */
  readonly #token = `electron_${randomUUID().replaceAll('-', '')}`;
  #session: DevToolsSession | undefined;
  #contextId: number | undefined;

  /** @param path of the preload script, a CommonJS file */
  constructor(path: string, listener: PreloadListener) {
    this.#path = path;
    this.#listener = listener;
  }

  /** Adds the worlds to every document that the page loads from now on. */
  prepare(session: DevToolsSession, mainFrameId: string): readonly Promise<unknown>[] {
    this.#session = session;
    session.on('Runtime.executionContextCreated', ({ context: { id, name, auxData } }) => {
      const isMainFrame = (auxData as { frameId?: string } | undefined)?.frameId === mainFrameId;
      if (name === worldName && isMainFrame) this.#contextId = id;
    });
    session.on('Runtime.executionContextsCleared', () => (this.#contextId = undefined));
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name !== this.#token || executionContextId !== this.#contextId) return;
      this.#receive(JSON.parse(payload) as FromPreload, executionContextId);
    });
    return [
      ...filePaths(session, this.#token),
      session.send('Runtime.enable'),
      session.send('Runtime.addBinding', { name: this.#token, executionContextName: worldName }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: this.#pageSource() }),
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: this.#preloadSource(),
        worldName,
      }),
    ];
  }

  /**
   * Sends a message to the current document; without one it is lost, as in Electron.
   * @throws Error if the arguments cannot be cloned
   */
  send(channel: string, args: readonly unknown[]): void {
    const encoded = encode(args);
    if (this.#contextId === undefined) return;
    this.#post({ kind: 'message', channel, args: encoded }, this.#contextId);
  }

  #receive(message: FromPreload, contextId: number): void {
    switch (message.kind) {
      case 'invoke':
        void this.#answer(message, contextId);
        return;
      case 'preload-error': {
        const error = Object.assign(new Error(message.message), { stack: message.stack });
        this.#listener.onError(this.#path, error);
      }
    }
  }

  async #answer(
    message: Extract<FromPreload, { kind: 'invoke' }>,
    contextId: number,
  ): Promise<void> {
    const { id, channel } = message;
    const isCurrent = () => this.#contextId === contextId;
    try {
      const args = decode(message.args);
      const value = await this.#listener.onInvoke({ channel, args, isCurrent });
      this.#post({ kind: 'answer', id, value: encode([value]) }, contextId);
    } catch (error) {
      const text = `Error invoking remote method '${channel}': ${String(error)}`;
      this.#post({ kind: 'refusal', id, message: text }, contextId);
    }
  }

  /** A document that is gone receives nothing. */
  #post(message: ToPreload, executionContextId: number): void {
    this.#session
      ?.send('Runtime.callFunctionOn', {
        functionDeclaration: '(name, text) => globalThis[name](JSON.parse(text))',
        arguments: [{ value: `${this.#token}_receive` }, { value: JSON.stringify(message) }],
        executionContextId,
      })
      .catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
  }

  #portSource(own: 'page' | 'preload'): string {
    const token = JSON.stringify(this.#token);
    return `(${worldPort.toString()})(${token}, '${own}', ${bridgeValues.toString()})`;
  }

  #pageSource(): string {
    return onlyInMainFrame(`${this.#portSource('page')};`);
  }

  #preloadSource(): string {
    const token = JSON.stringify(this.#token);
    return onlyInMainFrame(`
      (${preloadWorld.toString()})({
        values: (${ipcValues.toString()})(() => false),
        port: ${this.#portSource('preload')},
        tell: globalThis[${token}],
        receiverName: ${token} + '_receive',
        pathOf: ${pathLookup(this.#token)},
        platform: ${JSON.stringify(process.platform)},
        chromeVersion: ${JSON.stringify(describeChromium().replace(/^\D+/, ''))},
        preload: function (require, module, process, exports = module.exports) {
${readFileSync(this.#path, 'utf8')}
        },
      });
    `);
  }
}

/** Electron runs preload scripts in subframes only with nodeIntegrationInSubFrames. */
function onlyInMainFrame(source: string): string {
  return `if (window === window.top) {${source}}`;
}
