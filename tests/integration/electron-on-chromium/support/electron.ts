import { createServer } from 'node:http';
import { type RequestOptions, createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { BrowserWindow, app, ipcMain, protocol, session } from 'electron';
import { test } from 'vitest';
import { selfSigned } from './self-signed.js';

export { BrowserWindow, app, ipcMain, protocol, session };

/** For what the stand-in alone does; its README says what Electron does instead. */
export const standInTest = test.skipIf('electron' in process.versions);

// Without a listener, Electron quits with its last window.
app.on('window-all-closed', () => undefined);

let partitions = 0;

/** Returns a name of a session that no other test uses. */
export function freshSession(): Electron.Session {
  return session.fromPartition(`test-${++partitions}`);
}

/**
 * A hidden window with its own session that ends with the test: `using window = hiddenWindow()`.
 */
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

/** Destroys a window and waits until its page is destroyed too. */
export async function destroyWindow(window: Electron.BrowserWindow): Promise<void> {
  const destroyed = nextEvent(window.webContents, 'destroyed');
  window.destroy();
  await destroyed;
}

/** Runs code in the window's page. */
export async function evaluate(window: Electron.BrowserWindow, code: string): Promise<unknown> {
  return window.webContents.executeJavaScript(code);
}

/** Returns a URL that contains a page itself. */
export function pageAddress(html: string): string {
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
}

export interface TestServer extends AsyncDisposable {
  /** Without a slash at its end. */
  readonly origin: string;
}

type Answer = NonNullable<Parameters<typeof createServer>[1]>;

/** A server on this machine; optionally over TLS with an untrusted certificate. */
export async function serve(
  answer: Answer,
  scheme: 'http' | 'https' = 'http',
): Promise<TestServer> {
  const options: RequestOptions = selfSigned;
  const server = scheme === 'https' ? createSecureServer(options, answer) : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${scheme}://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A server that responds with the page of each path, and otherwise with 404. */
export async function servePages(pages: Readonly<Record<string, string>>): Promise<TestServer> {
  return serve((request, response) => {
    const page = pages[request.url ?? ''];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' });
    response.end(page ?? 'Nothing here');
  });
}

/** Waits for the next event of this name, and returns its arguments. */
export async function nextEvent(
  emitter: { once: (name: never, listener: (...args: unknown[]) => void) => unknown },
  name: string,
): Promise<unknown[]> {
  return new Promise((resolve) => {
    emitter.once(name as never, (...args) => {
      resolve(args);
    });
  });
}
