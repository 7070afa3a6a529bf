import type { ipcValues } from './ipc-values.js';
import type { worldPort } from './world-port.js';

/** Messages from the preload script's world to the main process. */
export type FromPreload =
  | {
      readonly kind: 'invoke';
      readonly id: number;
      readonly channel: string;
      readonly args: unknown;
    }
  | { readonly kind: 'preload-error'; readonly message: string; readonly stack: string };

/** Messages from the main process to the preload script's world. */
export type ToPreload =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly message: string }
  | { readonly kind: 'message'; readonly channel: string; readonly args: unknown };

export interface PreloadWorldParts {
  readonly values: ReturnType<typeof ipcValues>;
  readonly port: ReturnType<typeof worldPort>;
  /** Sends text to the main process. */
  readonly tell: (text: string) => void;
  /** Global name of this world's message receiver. */
  readonly receiverName: string;
  /** Returns the path of a file; blocks scripts until the main process responds. */
  readonly pathOf: (file: File) => string;
  readonly platform: string;
  readonly chromeVersion: string;
  readonly preload: (
    require: (name: string) => unknown,
    module: { exports: unknown },
    process: object,
  ) => void;
}

/**
 * Runs the preload script like a sandboxed one in Electron (docs/tutorial/sandbox.md): with
 * `require` for the renderer's part of Electron. Its text is injected into the page, so it is
 * self-contained.
 */
export function preloadWorld(parts: PreloadWorldParts): void {
  type Listener = (event: object, ...args: unknown[]) => void;
  const { values, port, tell, receiverName, pathOf } = parts;
  const answers = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  const listeners = new Map<string, Listener[]>();
  let lastId = 0;

  function post(message: FromPreload): void {
    tell(JSON.stringify(message));
  }

  function partial(name: string, members: object): object {
    return new Proxy(members, {
      get(target, key): unknown {
        if (typeof key === 'symbol' || key in target) return Reflect.get(target, key);
        throw new Error(`not implemented by electron-on-chromium: ${name}.${key}`);
      },
    });
  }

  const ipcRenderer = partial('ipcRenderer', {
    invoke: async (channel: string, ...args: unknown[]) => {
      checkChannel(channel, 'invoke');
      const encoded = values.encode(args);
      return new Promise((resolve, reject) => {
        const id = ++lastId;
        answers.set(id, { resolve, reject });
        post({ kind: 'invoke', id, channel, args: encoded });
      });
    },
    on: (channel: string, listener: Listener) => {
      checkListener(listener);
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      return ipcRenderer;
    },
    off: (channel: string, listener: Listener) => {
      checkListener(listener);
      const listenersNow = [...(listeners.get(channel) ?? [])];
      const index = listenersNow.lastIndexOf(listener);
      if (index !== -1) listenersNow.splice(index, 1);
      listeners.set(channel, listenersNow);
      return ipcRenderer;
    },
  });

  function checkChannel(channel: unknown, method: string): void {
    if (typeof channel === 'string') return;
    const failure = 'conversion failure: channel must be a string';
    throw new TypeError(`Error processing argument at index 0 of ${method}, ${failure}`);
  }

  /** Like Node's EventEmitter, which Electron's ipcRenderer is. */
  function checkListener(listener: unknown): void {
    if (typeof listener === 'function') return;
    throw new TypeError('The "listener" argument must be of type function.');
  }

  function receive(message: ToPreload): void {
    if (message.kind === 'message') {
      const args = values.decode(message.args);
      const event = partial('IpcRendererEvent', {});
      for (const listener of listeners.get(message.channel) ?? []) listener(event, ...args);
      return;
    }
    const waiting = answers.get(message.id);
    answers.delete(message.id);
    if (message.kind === 'answer') waiting?.resolve(values.decode(message.value)[0]);
    else waiting?.reject(new Error(message.message));
  }

  const electron = partial('electron (preload)', {
    ipcRenderer,
    contextBridge: partial('contextBridge', {
      exposeInMainWorld: (key: string, api: unknown) => {
        port.exposeInPage(key, api);
      },
    }),
    webUtils: partial('webUtils', { getPathForFile: pathOf }),
  });

  const process = partial('process', {
    type: 'renderer',
    platform: parts.platform,
    versions: { chrome: parts.chromeVersion },
    env: {},
    argv: [],
    sandboxed: true,
    contextIsolated: true,
  });

  Object.defineProperty(globalThis, receiverName, { value: receive });
  try {
    const require = (name: string) => {
      if (name === 'electron' || name === 'electron/renderer') return electron;
      throw new Error(`module not found: ${name}`);
    };
    parts.preload(require, { exports: {} }, process);
  } catch (error) {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    post({ kind: 'preload-error', message, stack });
  }
}
