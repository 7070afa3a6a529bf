import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UploadTo } from '../../../electron/main/uploads/upload.js';
import type { WebdavAccess } from '../../../electron/main/webdav/webdav-access.js';
import { webdavUploader } from '../../../electron/main/webdav/webdav-uploader.js';
import { AppError } from '../../../electron/shared/messages/errors.js';
import type { ServerLocation } from '../../../electron/shared/upload-location.js';
import { type Apache, startApache } from '../../support/file-servers/apache.js';
import { tcpProxy } from '../../support/file-servers/tcp-proxy.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { describeWithServers } from '../support/with-servers.js';

const password = 'hunter22';
let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
  writeFileSync(join(folder.path, 'a.pdf'), '%PDF-');
});
afterAll(() => folder.remove());

const hooks = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
  beforeSending: async () => Promise.resolve(),
};

function uploadOf(access: WebdavAccess, key: string): UploadTo<WebdavAccess, ServerLocation> {
  const place = { server: access.server, key };
  const path = join(folder.path, 'a.pdf');
  const id = randomUUID();
  return { id, access, place, existing: 'ask', path, size: 5, encryptedOnly: false };
}

describeWithServers('connections of uploads to a WebDAV server', () => {
  let apache: Apache;
  beforeAll(async () => {
    apache = await startApache();
  });
  afterAll(async () => apache.stop());

  /** Uploads files through a proxy that counts connections, several at once. */
  async function countOf(change: Partial<WebdavAccess>, port: number, folderThere: string) {
    const proxy = await tcpProxy(port);
    const scheme = change.caFile === undefined ? 'dav' : 'davs';
    const server = `${scheme}://me@127.0.0.1:${proxy.port}`;
    const access: WebdavAccess = { kind: 'webdav', server, password, caFile: null, ...change };
    const there = join(apache.files, folderThere);
    mkdirSync(there);
    chmodSync(there, 0o777);
    const names = Array.from({ length: 12 }, (_, index) => `${index}.pdf`);
    const waiting = [...names];
    const upload = async () => {
      for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
        await webdavUploader.uploadPdf(uploadOf(access, `private/${folderThere}/${name}`), hooks);
      }
    };
    await Promise.all([upload(), upload(), upload()]);
    expect(readdirSync(there).sort()).toEqual(names.sort());
    const count = proxy.connections();
    await proxy.stop();
    return count;
  }

  it('are as many as there are uploads at once', { tags: ['core'] }, async () => {
    expect(await countOf({}, apache.port, 'plain')).toBeLessThanOrEqual(3);
  });

  it('are reused over TLS too, with the certificates of the destination', async () => {
    const { caFile, securePort } = apache;
    expect(await countOf({ caFile }, securePort, 'secure')).toBeLessThanOrEqual(3);
  });
});

describe('a kept connection that the server closes', () => {
  /**
   * Starts a server for one upload, which breaks the connection instead of answering a request with
   * the method, if the connection has had another request. Returns what it has received.
   */
  async function breakingServer(broken: string) {
    const received: string[] = [];
    const used = new WeakSet<IncomingMessage['socket']>();
    let isWritten = false;
    const server = createServer((request, response) => {
      const { method = '', socket } = request;
      received.push(method);
      request.resume();
      const isBroken = method === broken && used.has(socket);
      used.add(socket);
      request.once('end', () => {
        if (isBroken) socket.destroy();
        else if (method !== 'HEAD') response.writeHead(201, { 'content-length': 0 }).end();
        else if (isWritten) response.writeHead(200, { 'content-length': 5 }).end();
        else response.writeHead(404, { 'content-length': 0 }).end();
        isWritten ||= method === 'PUT' && !isBroken;
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const access = { kind: 'webdav', password: null, caFile: null } as const;
    const upload = uploadOf({ ...access, server: `dav://127.0.0.1:${port}` }, 'x/a.pdf');
    const result = await webdavUploader.uploadPdf(upload, hooks).then(
      ({ kind }) => kind,
      (thrown: unknown) => (thrown instanceof AppError ? thrown.code : String(thrown)),
    );
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return { received, result };
  }

  it.each([
    ['MKCOL', ['HEAD', 'MKCOL', 'MKCOL', 'PUT', 'HEAD', 'MOVE']],
    ['PUT', ['HEAD', 'MKCOL', 'PUT', 'PUT', 'HEAD', 'MOVE']],
  ])('is replaced, and %s is repeated', async (method, expected) => {
    expect(await breakingServer(method)).toEqual({ received: expected, result: 'uploaded' });
  });

  it('interrupts the upload if nobody knows whether the file was renamed', async () => {
    expect(await breakingServer('MOVE')).toEqual({
      received: ['HEAD', 'MKCOL', 'PUT', 'HEAD', 'MOVE', 'DELETE'],
      result: 'delivery-interrupted',
    });
  });
});
