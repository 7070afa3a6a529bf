import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MissingSecret } from '../../../electron/main/network/delivery-failure.js';
import type { SftpAccess } from '../../../electron/main/sftp/sftp-access.js';
import { SftpSessions } from '../../../electron/main/sftp/sftp-session.js';
import { uploaderOf } from '../../../electron/main/sftp/sftp-uploader.js';
import type { UploadState, UploadTo } from '../../../electron/main/uploads/upload.js';
import { errorText } from '../../../electron/shared/messages/errors.js';
import { englishText } from '../../../electron/shared/messages/translator.js';
import type { ServerLocation } from '../../../electron/shared/upload-location.js';
import { startPasswordServer } from '../../support/file-servers/password-server.js';
import { type Sshd, startSshd } from '../../support/file-servers/sshd.js';
import { tcpProxy } from '../../support/file-servers/tcp-proxy.js';
import { describeWithServers } from '../support/with-servers.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { testLimits } from '../../support/runner-options.js';

type SftpUpload = UploadTo<SftpAccess, ServerLocation>;

describeWithServers('an upload to an SFTP server', () => {
  let sshd: Sshd;
  let folder: TemporaryFolder;
  const uploader = uploaderOf(new SftpSessions());

  beforeAll(async () => {
    sshd = await startSshd();
    folder = temporaryFolder();
  });
  afterAll(async () => {
    folder.remove();
    await sshd.stop();
  });

  function access(change: Partial<SftpAccess> = {}): SftpAccess {
    const login = { kind: 'key', file: sshd.identity, passphrase: null } as const;
    const hostKey = sshd.hostKeys.ed25519.fingerprint;
    return { kind: 'sftp', server: serverAt(sshd.port), login, hostKey, ...change };
  }

  function serverAt(port: number): string {
    return `sftp://${sshd.user}@127.0.0.1:${port}`;
  }

  /** Returns an upload of random bytes to a name in a folder of its own. */
  function uploadCase(name = 'a.pdf', change: Partial<SftpUpload> = {}, size = 100_000) {
    const bytes = randomBytes(size);
    const below = randomUUID();
    const path = join(folder.path, `${below}.pdf`);
    writeFileSync(path, bytes);
    const place = {
      server: 'sftp://127.0.0.1',
      key: `${sshd.files.slice(1)}/${below}/${name}`,
    };
    const upload: SftpUpload = {
      ...{ id: randomUUID(), access: access(), place, existing: 'ask', path, size },
      encryptedOnly: true,
      ...change,
    };
    const at = join(sshd.files, below);
    return { upload, bytes, at, names: () => readdirSync(at).sort() };
  }

  const states: UploadState[] = [];
  const hooks = () => ({
    signal: new AbortController().signal,
    onProgress: () => undefined,
    beforeSending: async (state: UploadState) => {
      states.push(state);
      return Promise.resolve();
    },
  });

  it(
    'creates missing folders, keeps special characters, and leaves only the PDF',
    { tags: ['core'] },
    async () => {
      const { upload, bytes, at, names } = uploadCase('x/ü 1% #ä?.pdf');
      const progress: number[] = [];
      const outcome = await uploader.uploadPdf(upload, {
        ...hooks(),
        onProgress: (sent) => progress.push(sent),
      });
      expect(names()).toEqual(['x']);
      expect(readdirSync(join(at, 'x'))).toEqual(['ü 1% #ä?.pdf']);
      expect(readFileSync(join(at, 'x', 'ü 1% #ä?.pdf')).equals(bytes)).toBe(true);
      expect(outcome.kind).toBe('uploaded');
      expect(outcome.url).toMatch(
        new RegExp(`^sftp://127\\.0\\.0\\.1:${sshd.port}/.*/x/%C3%BC%201%25%20%23%C3%A4%3F\\.pdf$`),
      );
      expect([progress[0], progress.at(-1)]).toEqual([0, bytes.length]);
    },
  );

  it('uploads 20 MB', async () => {
    const { upload, bytes, at } = uploadCase('a.pdf', {}, 20 * 2 ** 20);
    await uploader.uploadPdf(upload, hooks());
    expect(readFileSync(join(at, 'a.pdf')).equals(bytes)).toBe(true);
  });

  it.each([
    ['number', { kind: 'uploaded', names: ['a-2.pdf', 'a.pdf'], isReplaced: false }],
    ['skip', { kind: 'skipped', names: ['a.pdf'], isReplaced: false }],
    ['overwrite', { kind: 'uploaded', names: ['a.pdf'], isReplaced: true }],
  ] as const)('follows the policy "%s" for an existing file', async (existing, expected) => {
    const { upload, bytes, at, names } = uploadCase('a.pdf', { existing });
    mkdirSync(at);
    writeFileSync(join(at, 'a.pdf'), 'of somebody else');
    const { kind } = await uploader.uploadPdf(upload, hooks());
    const isReplaced = readFileSync(join(at, 'a.pdf')).equals(bytes);
    expect({ kind, names: names(), isReplaced }).toEqual(expected);
  });

  it('asks about an existing file', async () => {
    const { upload, at, names } = uploadCase();
    mkdirSync(at);
    writeFileSync(join(at, 'a.pdf'), 'of somebody else');
    await expect(uploader.uploadPdf(upload, hooks())).rejects.toMatchObject({
      code: 'object-exists',
    });
    expect(names()).toEqual(['a.pdf']);
  });

  it('replaces no file that appears while it uploads', { tags: ['core'] }, async () => {
    const { upload, at, names } = uploadCase('a.pdf', { existing: 'number' });
    const outcome = await uploader.uploadPdf(upload, {
      ...hooks(),
      onProgress: (sent) => {
        if (sent === upload.size) writeFileSync(join(at, 'a.pdf'), 'of somebody else');
      },
    });
    expect(outcome.place.key.endsWith('/a-2.pdf')).toBe(true);
    expect(readFileSync(join(at, 'a.pdf'), 'utf8')).toBe('of somebody else');
    expect(names()).toEqual(['a-2.pdf', 'a.pdf']);
  });

  it('signs in with a key that has a passphrase', async () => {
    const login = { kind: 'key', file: sshd.lockedIdentity, passphrase: 'passphrase' } as const;
    const { upload } = uploadCase('a.pdf', { access: access({ login }) });
    expect((await uploader.uploadPdf(upload, hooks())).kind).toBe('uploaded');
  });

  it.each([
    ['passphrase', () => ({ login: keyOf(sshd.lockedIdentity, 'wrong') }), 'passphraseWrong'],
    ['key', () => ({ login: keyOf(sshd.strangeIdentity) }), 'signInRefused'],
    ['file', () => ({ login: keyOf('/nowhere/key') }), 'keyFileUnreadable'],
    ['password', () => ({ login: passwordOf('hunter22') }), 'signInRefused'],
    ['host key', () => ({ hostKey: `SHA256:${'A'.repeat(43)}` }), 'hostKeyDiffers'],
  ] as const)('refuses a wrong %s for good, without showing a secret', async (_, change, key) => {
    const { upload } = uploadCase('a.pdf', { access: access(change()) });
    const failure: unknown = await uploader.uploadPdf(upload, hooks()).catch((e: unknown) => e);
    expect(failure).toMatchObject({
      code: 'delivery-refused',
      details: { isLasting: true, reason: { key: `servers.${key}` } },
    });
    expect(JSON.stringify(failure)).not.toMatch(/hunter22|"wrong"/);
  });

  it.each([
    ['/nowhere/key', 'it does not exist'],
    ['/', 'it is a folder'],
  ])('says why the private key %s cannot be read', async (file, reason) => {
    const { upload } = uploadCase('a.pdf', { access: access({ login: keyOf(file) }) });
    const failure: unknown = await uploader.uploadPdf(upload, hooks()).catch((e: unknown) => e);
    const text = `The private key "${file}" could not be read: ${reason}. Choose another file.`;
    expect(errorText(failure)).toContain(text);
  });

  it('waits for a missing passphrase', async () => {
    const { upload } = uploadCase('a.pdf', {
      access: access({ login: keyOf(sshd.lockedIdentity) }),
    });
    await expect(uploader.uploadPdf(upload, hooks())).rejects.toBeInstanceOf(MissingSecret);
  });

  it('names a folder that it may not write to', async () => {
    const { upload } = uploadCase();
    const place = { ...upload.place, key: 'proc/platen/a.pdf' };
    const uploading = uploader.uploadPdf({ ...upload, place }, hooks());
    await expect(uploading).rejects.toMatchObject({
      code: 'delivery-refused',
      details: { field: 'folder' },
    });
  });

  it('reports a broken connection as interrupted, and the next attempt delivers once', async () => {
    const { upload, bytes, at, names } = uploadCase('a.pdf', {}, 3_000_000);
    const proxy = await tcpProxy(sshd.port, { bytes: 1_000_000, then: 'cut' });
    const through = { ...upload, access: access({ server: serverAt(proxy.port) }) };
    const interrupted = uploader.uploadPdf(through, { ...hooks(), isResumed: () => true });
    await expect(interrupted).rejects.toMatchObject({ code: 'delivery-interrupted' });
    expect(names()).toEqual([`.platen-${upload.id}.part`]);
    const uploadState = states.at(-1);
    await uploader.uploadPdf({ ...through, uploadState }, hooks());
    await proxy.stop();
    expect(names()).toEqual(['a.pdf']);
    expect(readFileSync(join(at, 'a.pdf')).equals(bytes)).toBe(true);
  });

  it(
    'recognizes the file of an attempt that was killed after its rename',
    { tags: ['core'] },
    async () => {
      const { upload, names } = uploadCase('a.pdf', { existing: 'number' });
      await uploader.uploadPdf(upload, hooks());
      const uploadState = states.at(-1);
      const again = await uploader.uploadPdf({ ...upload, uploadState }, hooks());
      expect([again.kind, names()]).toEqual(['uploaded', ['a.pdf']]);
    },
  );

  it('removes the temporary file of a canceled upload, and of one that is given up', async () => {
    const { upload, at, names } = uploadCase('a.pdf', {}, 3_000_000);
    const cancel = new AbortController();
    const canceled = uploader.uploadPdf(upload, {
      ...hooks(),
      signal: cancel.signal,
      onProgress: (sent) => sent > 500_000 && cancel.abort(),
    });
    await expect(canceled).rejects.toMatchObject({ code: 'canceled' });
    expect(names()).toEqual([]);
    const temporary = `${upload.place.key.slice(0, -5)}.platen-left.part`;
    writeFileSync(join(at, '.platen-left.part'), 'left');
    const state = { key: upload.place.key, temporary };
    await uploader.abortUpload(
      upload.access,
      upload.place,
      state,
      AbortSignal.timeout(testLimits.poll),
    );
    expect(names()).toEqual([]);
  });

  it('opens another session after the server has ended SFTP, but not the connection', async () => {
    const path = folder.with({});
    const server = await startPasswordServer(path, { password: 'hunter22', method: 'password' });
    const sessions = new SftpSessions();
    const login = passwordOf('hunter22');
    const at = access({ server: serverAt(server.port), hostKey: server.fingerprint, login });
    const { signal } = new AbortController();
    const ended = sessions.use(at, signal, async ({ broken }) => {
      server.endSftp();
      return broken;
    });
    await expect(ended).rejects.toMatchObject({ problem: 'broken-off' });
    const { upload } = uploadCase('a.pdf', { access: at });
    expect((await uploaderOf(sessions).uploadPdf(upload, hooks())).kind).toBe('uploaded');
    await server.stop();
  });

  describe('a test of a target', () => {
    it('leaves nothing but the folder', async () => {
      const folder = `${sshd.files.slice(1)}/tested/here`;
      const tested = await uploader.test(access(), folder);
      expect(englishText(tested)).toBe(
        `The server 127.0.0.1 accepts uploads: a test file was uploaded to "/${folder}" and deleted.`,
      );
      expect(readdirSync(join('/', folder))).toEqual([]);
    });

    it('reports the reason alone', async () => {
      const testing = uploader.test(access({ login: passwordOf('hunter22') }), '~');
      await expect(testing).rejects.toMatchObject({
        message: `The server 127.0.0.1 refused the user ${sshd.user}: the password was not accepted. Check the user and the password or key.`,
        details: { field: 'login' },
      });
    });
  });
});

function keyOf(file: string, passphrase: string | null = null) {
  return { kind: 'key', file, passphrase } as const;
}

function passwordOf(password: string) {
  return { kind: 'password', password } as const;
}
