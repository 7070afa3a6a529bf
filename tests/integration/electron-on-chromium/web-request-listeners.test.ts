import { beforeAll, describe, expect, test } from 'vitest';
import {
  app,
  evaluate,
  freshSession,
  hiddenWindow,
  serve,
  servePages,
} from './support/stand-in.js';

beforeAll(async () => app.whenReady());

const fetched = (address: string) =>
  `fetch('${address}').then(async r => r.status + ' ' + await r.text(), () => 'refused')`;

describe('the events that only tell', () => {
  test('come in order, with redirects and ends', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/from') response.writeHead(301, { location: '/to' });
      response.end('there');
    });
    const own = freshSession();
    const told: unknown[] = [];
    const path = (url: string) => new URL(url).pathname;
    own.webRequest.onBeforeRedirect(({ url, redirectURL, statusCode }) => {
      told.push(['redirect', path(url), path(redirectURL), statusCode]);
    });
    own.webRequest.onResponseStarted(({ url, statusCode }) => {
      told.push(['started', path(url), statusCode]);
    });
    own.webRequest.onCompleted(({ url, statusCode, fromCache }) => {
      told.push(['completed', path(url), statusCode, fromCache]);
    });
    using window = hiddenWindow({ session: own });
    await window.loadURL(`${server.origin}/from`);
    await expect.poll(() => told).toHaveLength(3);
    expect(told).toEqual([
      ['redirect', '/from', '/to', 301],
      ['started', '/to', 200],
      ['completed', '/to', 200, false],
    ]);
  });

  test('onErrorOccurred gives the reason', async () => {
    const own = freshSession();
    const errors: string[] = [];
    own.webRequest.onErrorOccurred(({ error }) => errors.push(error));
    using window = hiddenWindow({ session: own });
    await expect(window.loadURL('http://nothing.invalid/')).rejects.toThrow();
    expect(errors).toEqual(['net::ERR_NAME_NOT_RESOLVED']);
    own.webRequest.onBeforeRequest((_details, callback) => {
      callback({ cancel: true });
    });
    await expect(window.loadURL('http://nothing.invalid/')).rejects.toThrow();
    expect(errors[1]).toBe('net::ERR_BLOCKED_BY_CLIENT');
  });

  test('onErrorOccurred ends what a destroyed window had under way', async () => {
    await using server = await serve(() => undefined);
    const own = freshSession();
    const begun = new Promise<void>((resolve) => {
      own.webRequest.onSendHeaders(() => {
        resolve();
      });
    });
    const ended = new Promise<string>((resolve) => {
      own.webRequest.onErrorOccurred(({ error }) => {
        resolve(error);
      });
    });
    using window = hiddenWindow({ session: own });
    void window.loadURL(server.origin);
    await begun;
    window.destroy();
    expect(await ended).toBe('net::ERR_ABORTED');
  });
});

describe('listeners', () => {
  test('can be filtered by address and kind, with exceptions', async () => {
    await using server = await servePages({ '/': 'page', '/a/1': '1', '/a/2': '2', '/b': 'b' });
    const own = freshSession();
    const cancel = (_details: unknown, callback: (response: Electron.CallbackResponse) => void) => {
      callback({ cancel: true });
    };
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    const urls = [`${server.origin}/a/*`];
    own.webRequest.onBeforeRequest({ urls, excludeUrls: [`${server.origin}/a/2`] }, cancel);
    expect(await evaluate(window, fetched('/a/1'))).toBe('refused');
    expect(await evaluate(window, fetched('/a/2'))).toBe('200 2');
    expect(await evaluate(window, fetched('/b'))).toBe('200 b');
    own.webRequest.onBeforeRequest({ urls, types: ['image'] }, cancel);
    expect(await evaluate(window, fetched('/a/1'))).toBe('200 1');
  });

  test('replace one another, and go with null', async () => {
    await using server = await servePages({ '/': 'page' });
    const own = freshSession();
    const seen: string[] = [];
    const listen = (name: string) => {
      own.webRequest.onBeforeRequest((_details, callback) => {
        seen.push(name);
        callback({});
      });
    };
    using window = hiddenWindow({ session: own });
    listen('first');
    listen('second');
    await window.loadURL(server.origin);
    expect(seen).toEqual(['second']);
    own.webRequest.onBeforeRequest(null);
    await window.loadURL(server.origin);
    expect(seen).toEqual(['second']);
  });

  test('are refused where they are none, or have no proper filter', () => {
    const webRequest = freshSession().webRequest as unknown as {
      onBeforeRequest: (...args: unknown[]) => void;
    };
    const set = (...args: unknown[]) => {
      webRequest.onBeforeRequest(...args);
    };
    expect(() => set('x')).toThrow(new TypeError('Must pass null or a Function'));
    expect(() => set({}, () => undefined)).toThrow(
      new TypeError("Parameter 'filter' must have property 'urls'."),
    );
    expect(() => set({ urls: ['nonsense'] }, () => undefined)).toThrow(
      /^Invalid url pattern nonsense/,
    );
  });
});
