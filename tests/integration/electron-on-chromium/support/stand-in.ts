import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as standIn from '../../../../tools/electron-on-chromium/index.js';

// What the tests use is checked against Electron's own types, as the product's code is.
const electron = standIn as unknown as typeof Electron.CrossProcessExports;

export const { app, session, protocol, BrowserWindow } = electron;

// Without this, the end of the last window is the end of the application.
app.on('window-all-closed', () => undefined);

let partitions = 0;

/** A session that no other test uses. */
export function freshSession(): Electron.Session {
  return session.fromPartition(`test-${++partitions}`);
}

/** A hidden window that ends with the test: `using window = hiddenWindow()`. */
export function hiddenWindow(
  preferences: Electron.WebPreferences = {},
): Electron.BrowserWindow & Disposable {
  const window = new BrowserWindow({
    show: false,
    webPreferences: { session: freshSession(), disableDialogs: true, ...preferences },
  });
  return Object.assign(window, {
    [Symbol.dispose]: () => {
      window.destroy();
    },
  });
}

/** An address that holds a page itself. */
export function pageAddress(html: string): string {
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
}

export interface TestServer extends AsyncDisposable {
  /** Without a slash at its end. */
  readonly origin: string;
}

type Answer = Parameters<typeof createServer>[1];

/** An HTTP server on this machine. */
export async function serve(answer: NonNullable<Answer>): Promise<TestServer> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Waits for the next event of this name, and gives what came with it. */
export async function nextEvent(emitter: NodeJS.EventEmitter, name: string): Promise<unknown[]> {
  return new Promise((resolve) => emitter.once(name, (...args: unknown[]) => resolve(args)));
}
