import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../../electron/main/sftp/known-hosts.js';
import type { SftpAccess } from '../../../electron/main/sftp/sftp-access.js';
import { sftpUploader } from '../../../electron/main/sftp/sftp-uploader.js';
import type { WebdavAccess } from '../../../electron/main/webdav/webdav-access.js';
import { webdavUploader } from '../../../electron/main/webdav/webdav-uploader.js';
import { AppError } from '../../../electron/shared/messages/errors.js';
import { type Apache, startApache } from '../../support/file-servers/apache.js';
import { type Sshd, startSshd } from '../../support/file-servers/sshd.js';
import { startWebServer } from '../support/web-server.js';
import { describeWithServers } from '../support/with-servers.js';

const names = ['a', 'b10', 'b2', '.hidden', 'ü 1% #?&+'];
const sorted = ['.hidden', 'a', 'b2', 'b10', 'ü 1% #?&+'];

/** Creates folders, links to folders, and what is neither. */
function fill(folder: string): void {
  chmodSync(folder, 0o755);
  for (const name of names) mkdirSync(join(folder, name));
  mkdirSync(join(folder, 'a', 'inside'));
  writeFileSync(join(folder, 'file.pdf'), '');
}

/** Returns the message and the faulty field of a failure. */
async function failureOf(listing: Promise<unknown>): Promise<string> {
  const failure: unknown = await listing.catch((thrown: unknown) => thrown);
  if (!(failure instanceof AppError)) throw new Error('The listing has not failed.');
  const { message, fields } = failure;
  return `${fields?.map(({ field }) => field).join(', ') ?? ''}: ${message}`;
}

describeWithServers('listing folders of an SFTP server', () => {
  let sshd: Sshd;
  let folder: string;
  beforeAll(async () => {
    sshd = await startSshd();
    fill(sshd.files);
    folder = sshd.files.slice(1);
  });
  afterAll(async () => sshd.stop());

  function access(change: Partial<SftpAccess> = {}): SftpAccess {
    const login = { kind: 'key', file: sshd.identity, passphrase: null } as const;
    const hostKey = sshd.hostKeys.ed25519.fingerprint;
    const server = `sftp://${sshd.user}@127.0.0.1:${sshd.port}`;
    return { kind: 'sftp', server, login, hostKey, ...change };
  }

  const list = async (of: string, change: Partial<SftpAccess> = {}) =>
    sftpUploader.listFolders(access(change), of);

  it('lists folders with any name, in their order, and links to folders', async () => {
    expect(await list(folder)).toEqual(sorted);
    expect(await list(`${folder}/a`)).toEqual(['inside']);
    expect(await list(`${folder}/ü 1% #?&+`)).toEqual([]);
    const inside = join(sshd.files, 'a', 'inside');
    symlinkSync('nowhere', join(inside, 'lost'));
    symlinkSync('../../file.pdf', join(inside, 'file'));
    expect(await list(`${folder}/a/inside`)).toEqual([]);
    symlinkSync('../../a', join(inside, 'loop'));
    expect(await list(`${folder}/a/inside`)).toEqual(['loop']);
  });

  it('lists the top level, and the folder that the server opens first', async () => {
    expect(await list('')).toEqual(expect.arrayContaining(['etc', 'tmp']));
    const own = readdirSync(homedir(), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(await list('~')).toEqual(expect.arrayContaining(own));
  });

  it('names the faulty field', async () => {
    const of = async (path: string, change: Partial<SftpAccess> = {}) =>
      failureOf(list(path, change));
    const password = { kind: 'password', password: 'hunter21' } as const;
    expect(await of(`${folder}/new`)).toBe(
      `folder: The folder "/${folder}/new" does not exist yet. Uploads create it.`,
    );
    expect(await of(`${folder}/file.pdf`)).toBe(
      `folder: "/${folder}/file.pdf" is a file, not a folder. Choose another folder.`,
    );
    expect(await of('', { hostKey: null })).toMatch(/^hostKey: The server 127.0.0.1 is not known/);
    expect(await of('', { login: password })).toMatch(/^login: .* refused the user/);
  });
});

describe('listing folders of an SFTP server that is not to be trusted', () => {
  const handle = Buffer.from('folder');
  const entry = (filename: string) => ({
    filename,
    longname: filename,
    attrs: { mode: 0o040755, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 },
  });
  const folders: Readonly<Record<string, readonly string[]>> = {
    '/strange': ['.', '..', '', 'a/b', '../c', 'bytes \uFFFD', 'good', '~'],
    '/': ['~', 'good'],
  };
  let access: SftpAccess;
  let stop: () => void;

  beforeAll(async () => {
    // Some Ed25519 keys that ssh2 generates are malformed.
    const { privateKey: key } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    });
    const server = new ssh2.Server({ hostKeys: [key] }, (client) => {
      client.on('error', () => undefined);
      client.on('authentication', (context) => context.accept());
      client.on('session', (accept) => accept().on('sftp', (start) => answer(start())));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stop = () => void server.close();
    const { port } = server.address() as { readonly port: number };
    const parsed = ssh2.utils.parseKey(key);
    if (parsed instanceof Error) throw parsed;
    access = {
      kind: 'sftp',
      server: `sftp://me@127.0.0.1:${port}`,
      login: { kind: 'password', password: 'hunter22' },
      hostKey: fingerprintOf(parsed.getPublicSSH()),
    };
  });
  afterAll(() => stop());

  function answer(sftp: ssh2.SFTPWrapper): void {
    let path = '';
    let isRead = false;
    sftp.on('OPENDIR', (id, opened) => {
      [path, isRead] = [opened, false];
      if (path === '/denied') sftp.status(id, 3);
      else sftp.handle(id, handle);
    });
    sftp.on('READDIR', (id) => {
      const known = path === '/endless' ? undefined : (folders[path] ?? []);
      if (known === undefined)
        sftp.name(
          id,
          Array.from({ length: 1_000 }, () => entry('x')),
        );
      else if (isRead) sftp.status(id, 1);
      else sftp.name(id, known.map(entry));
      isRead = true;
    });
    sftp.on('CLOSE', (id) => sftp.status(id, 0));
  }

  it('leaves out names that no destination can have', async () => {
    expect(await sftpUploader.listFolders(access, 'strange')).toEqual(['~', 'good']);
    expect(await sftpUploader.listFolders(access, '')).toEqual(['good']);
  });

  it('says that a folder must not be listed, or has too much in it', async () => {
    expect(await failureOf(sftpUploader.listFolders(access, 'denied'))).toBe(
      'folder: The server does not allow listing "/denied". Enter the folder, or choose another one.',
    );
    expect(await failureOf(sftpUploader.listFolders(access, 'endless'))).toBe(
      'folder: There is too much in "/endless" to list it. Enter the folder.',
    );
  });
});

describeWithServers('listing folders of a WebDAV server', () => {
  let apache: Apache;
  beforeAll(async () => {
    apache = await startApache();
    fill(apache.files);
  });
  afterAll(async () => apache.stop());

  function access(port: number, password: string | null = 'hunter22'): WebdavAccess {
    const user = password === null ? '' : 'me@';
    return { kind: 'webdav', server: `dav://${user}127.0.0.1:${port}`, password, caFile: null };
  }

  const list = async (of: string, password?: string | null) =>
    webdavUploader.listFolders(access(apache.port, password), of);

  it('lists folders with any name, in their order, with each kind of sign-in', async () => {
    expect(await list('private')).toEqual(sorted);
    expect(await list('digest')).toEqual(sorted);
    expect(await list('open', null)).toEqual(sorted);
    expect(await list('private/a')).toEqual(['inside']);
    expect(await list('private/ü 1% #?&+')).toEqual([]);
  });

  it('lists over HTTPS with the certificates of the destination', async () => {
    const server = `davs://me@127.0.0.1:${apache.securePort}`;
    const secure = { ...access(0), server };
    const trusting = { ...secure, caFile: apache.caFile };
    expect(await webdavUploader.listFolders(trusting, 'private')).toEqual(sorted);
    expect(await failureOf(webdavUploader.listFolders(secure, 'private'))).toMatch(/^caFile: /);
  });

  it('names the faulty field', async () => {
    const of = async (path: string, password?: string) => failureOf(list(path, password));
    expect(await of('private/new')).toBe(
      'folder: The folder "/private/new" does not exist yet. Uploads create it.',
    );
    chmodSync(join(apache.files, 'b2'), 0o000);
    expect(await of('private/b2')).toBe(
      'folder: The server does not allow listing "/private/b2". Enter the folder, or choose another one.',
    );
    expect(await of('private', 'hunter21')).toMatch(/^login: .* refused the user and password/);
    expect(await of('moved')).toMatch(/^server: .* redirects to http:\/\/127.0.0.1:9/);
    expect(await of('')).toMatch(/^server: .* does not accept WebDAV there/);
  });

  it.each([
    [
      'a page instead of a list',
      200,
      '<html>',
      'server: The server 127.0.0.1 does not accept WebDAV there',
    ],
    ['a refusal', 403, '', 'folder: The server does not allow listing "/x".'],
    ['an error', 500, '', ': The server reported an error (HTTP status 500).'],
    ['a list of nothing', 207, 'multistatus', null],
  ])('understands %s', async (_what, status, body, text) => {
    const site = await startWebServer({ '/x/': (to) => to.writeHead(status).end(body) });
    const listing = webdavUploader.listFolders(
      access(Number(new URL(site.origin).port), null),
      'x',
    );
    if (text === null) expect(await listing).toEqual([]);
    else expect(await failureOf(listing)).toContain(text);
    await site.close();
  });

  it('reads no endless list', async () => {
    const part = Buffer.alloc(2 ** 20, ' ');
    const site = await startWebServer({
      '/x/': (response) => {
        response.writeHead(207);
        const send = () => void response.write(part, (error) => error ?? send());
        send();
      },
    });
    const listing = webdavUploader.listFolders(
      access(Number(new URL(site.origin).port), null),
      'x',
    );
    expect(await failureOf(listing)).toBe(
      'folder: There is too much in "/x" to list it. Enter the folder.',
    );
    await site.close();
  });
});
