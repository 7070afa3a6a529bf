import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type ClientRequest, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type DownloadOptions,
  HttpExecutor,
  configureRequestOptions,
  configureRequestUrl,
} from 'builder-util-runtime';
import { AppImageUpdater } from 'electron-updater';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { updaterFrom } from '../../../electron/main/app/electron-updates.js';

/**
 * electron-updater itself with a feed on this machine, as far as it runs without Electron: its
 * requests are sent by Node, and nothing is started in the end.
 */
let folder = '';
let server: Server;
const requested: string[] = [];
const content = Buffer.from('the new AppImage '.repeat(1000));
const feed = new Map<string, string | Buffer>();
beforeAll(async () => {
  // Otherwise the updater finds nothing, because it could replace nothing.
  folder = mkdtempSync(join(tmpdir(), 'platen-updates-'));
  vi.stubEnv('APPIMAGE', join(folder, 'Platen.AppImage'));
  server = createServer((message, response) => {
    const name = (message.url ?? '').replace(/\?.*/, '').slice(1);
    requested.push(name);
    const body = feed.get(name);
    if (body === undefined) response.statusCode = 404;
    response.end(body);
  });
  await new Promise<void>((resolved) => server.listen(0, '127.0.0.1', resolved));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolved) => server.close(resolved));
  rmSync(folder, { recursive: true });
});

/** What electron-updater's ElectronHttpExecutor does, by Node's HTTP instead of Electron's. */
class NodeExecutor extends HttpExecutor<ClientRequest> {
  override createRequest(
    ...[options, callback]: Parameters<HttpExecutor<ClientRequest>['createRequest']>
  ) {
    return request(options, callback);
  }

  async download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const requestOptions = { headers: options.headers ?? {} };
      configureRequestUrl(url, requestOptions);
      configureRequestOptions(requestOptions);
      const callback = (error: Error | null) => (error ? reject(error) : resolve(destination));
      const call = { destination, options, onCancel, callback, responseHandler: null };
      this.doDownload(requestOptions, call, 0);
    });
  }
}

function offer(version: string, sha512 = createHash('sha512').update(content).digest('base64')) {
  feed.set('Platen.AppImage', content);
  feed.set(
    'latest-linux.yml',
    [
      `version: ${version}`,
      'files:',
      '  - url: Platen.AppImage',
      `    sha512: ${sha512}`,
      `    size: ${content.length}`,
      "releaseDate: '2026-11-01T00:00:00.000Z'",
      '',
    ].join('\n'),
  );
}

function createUpdater() {
  const { port } = server.address() as AddressInfo;
  const options = { provider: 'generic', url: `http://127.0.0.1:${port}` } as const;
  const updater = new AppImageUpdater(null, {
    version: '1.0.0',
    name: 'platen',
    isPackaged: true,
    appUpdateConfigPath: join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: join(folder, 'cache'),
    whenReady: async () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  });
  // Private, but without Electron's the updater has none.
  Reflect.set(updater, 'httpExecutor', new NodeExecutor());
  updater.setFeedURL(options);
  updater.disableDifferentialDownload = true;
  writeFileSync(join(folder, 'app-update.yml'), 'updaterCacheDirName: platen-updater\n');
  return { updater: updaterFrom(updater, () => undefined), cache: join(folder, 'cache') };
}

describe.runIf(process.platform === 'linux')('updates from a feed', () => {
  it('finds no update if the feed has the running version or an older one', async () => {
    for (const version of ['1.0.0', '0.9.0']) {
      offer(version);
      await expect(createUpdater().updater.findUpdate()).resolves.toBeNull();
    }
    expect(new Set(requested)).toEqual(new Set(['latest-linux.yml']));
  });

  it('finds a newer version and downloads it only then, complete', async () => {
    offer('1.2.0');
    const { updater, cache } = createUpdater();
    await expect(updater.findUpdate()).resolves.toBe('1.2.0');
    expect(requested).not.toContain('Platen.AppImage');
    await updater.download();
    const path = join(cache, 'platen-updater', 'pending', 'Platen.AppImage');
    expect(readFileSync(path)).toEqual(content);
    expect(statSync(path).mode & 0o100).toBe(0o100);
  });

  it('rejects a file with another checksum', async () => {
    offer('1.3.0', createHash('sha512').update('another').digest('base64'));
    const { updater } = createUpdater();
    await updater.findUpdate();
    await expect(updater.download()).rejects.toThrow(/sha512 checksum mismatch/);
  });

  it('reports a feed that is not there', async () => {
    feed.clear();
    await expect(createUpdater().updater.findUpdate()).rejects.toThrow(/404/);
  });
});
