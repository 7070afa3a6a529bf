import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type {
  sftpTargetSchema,
  webdavTargetSchema,
} from '../../../electron/shared/server-targets.js';
import { type Apache, startApache } from '../../support/file-servers/apache.js';
import { type Sshd, startSshd } from '../../support/file-servers/sshd.js';
import { freePorts } from '../../support/free-port.js';
import { errorMessage } from '../../support/error-message.js';
import { call } from '../jobs/support/queue-client.js';
import { describeWithServers } from '../support/with-servers.js';
import { longTimeout, preview, untilDeliveries } from './support/window-client.js';
import { windowTests } from './support/start-platen.js';

const { startPlaten, temporary } = windowTests();

type SftpInput = z.input<typeof sftpTargetSchema>;
type WebdavInput = z.input<typeof webdavTargetSchema>;
type Target = SftpInput | WebdavInput;

describeWithServers('servers as destinations', () => {
  let apache: Apache;
  let sshd: Sshd;
  beforeAll(async () => {
    [apache, sshd] = await Promise.all([startApache(), startSshd()]);
  });
  afterAll(async () => Promise.all([apache.stop(), sshd.stop()]));

  function cloud(port: number, folder: string): WebdavInput {
    const server = `dav://127.0.0.1:${port}`;
    return { id: 'cloud', name: 'Cloud', kind: 'webdav', server, user: 'me', folder };
  }

  function files(change: Partial<SftpInput> = {}): SftpInput {
    return {
      ...{ id: 'files', name: 'Files', kind: 'sftp', user: sshd.user },
      server: `sftp://127.0.0.1:${sshd.port}`,
      folder: sshd.files.slice(1),
      login: { kind: 'key', file: sshd.identity },
      hostKey: sshd.hostKeys.ed25519.fingerprint,
      ...change,
    };
  }

  /** Uploads a preview to the folder of a target, and returns the ID of the upload. */
  async function upload(page: Page, target: Target, name: string) {
    const { id } = await preview(page, name);
    const destination = `${target.server}/${target.folder ?? ''}/${name}`;
    const { ids } = await call(page, 'deliveries:upload', {
      pdf: { kind: 'artifact', id, security: {} },
      uploads: [{ target: target.id, destination }],
    });
    return ids;
  }

  /** Waits until an upload waits for its secret, and returns why. */
  async function missingSecret(page: Page, ids: readonly string[]) {
    const row = async () => {
      const { rows } = await call(page, 'deliveries:list', undefined);
      return rows.find(({ id }) => ids.includes(id));
    };
    const missing = { status: 'waiting', error: { fields: [{ field: 'secret' }] } };
    await expect.poll(row, longTimeout).toMatchObject(missing);
    return errorMessage((await row())?.error);
  }

  it('a test names the faulty field, and never contains a secret', async () => {
    const { page } = await startPlaten(temporary.with({}));
    const tested = async (target: Target, secret?: string) =>
      page.evaluate(async (input) => window.platen.call('targets:test', input), {
        target,
        ...(secret !== undefined && { secret }),
      });
    const faulty = (...fields: readonly string[]) => ({
      ok: false,
      error: { fields: fields.map((field) => ({ field })) },
    });
    const dav = cloud(apache.port, 'private');
    const results = [
      await tested(dav, 'hunter21'),
      await tested({ ...dav, server: `davs://127.0.0.1:${apache.securePort}` }, 'hunter21'),
      await tested({ ...dav, folder: 'nowhere' }, 'hunter21'),
      await tested(files({ hostKey: null })),
      await tested(files({ folder: 'proc/platen' })),
      await tested(files({ login: { kind: 'key', file: '/nowhere/key' } })),
      await tested(files({ login: { kind: 'password' } }), 'hunter21'),
    ];
    expect(results).toMatchObject([
      ...['login', 'caFile', 'server', 'hostKey', 'folder', 'login.file', 'login'].map((field) =>
        faulty(field),
      ),
    ]);
    expect(JSON.stringify(results)).not.toContain('hunter21');
    expect(await tested(dav, 'hunter22')).toMatchObject({ ok: true });
    expect(await tested(files())).toMatchObject({ ok: true });
  });

  it(
    'an upload waits for its password across a restart, and follows its destination',
    { timeout: 180_000 },
    async () => {
      const there = join(apache.files, 'later');
      mkdirSync(there);
      chmodSync(there, 0o777);
      const [nowhere = 0] = await freePorts(1);
      const target = cloud(nowhere, 'private/later');
      const userData = temporary.with({});
      const first = await startPlaten(userData);
      await call(first.page, 'targets:save', { target, secret: 'hunter22' });
      const ids = await upload(first.page, target, 'once.pdf');
      await first.kill();

      const { page } = await startPlaten(userData);
      expect(await missingSecret(page, ids)).toBe(
        'The password of Cloud is missing. Enter it at the destination in Settings.',
      );
      const moved = cloud(apache.port, 'private/later');
      await call(page, 'targets:save', { target: moved, secret: 'hunter22' });
      const [row] = await untilDeliveries(page, ids, 'delivered');
      expect(row?.receipt).toMatchObject({
        url: `http://127.0.0.1:${apache.port}/private/later/once.pdf`,
        destination: `dav://127.0.0.1:${apache.port}/private/later/once.pdf`,
      });
      expect(readFileSync(join(there, 'once.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    },
  );

  it('an upload waits for the passphrase of its private key', async () => {
    const { page } = await startPlaten(temporary.with({}));
    const target = files({ login: { kind: 'key', file: sshd.lockedIdentity } });
    await call(page, 'targets:save', { target });
    const ids = await upload(page, target, 'locked.pdf');
    expect(await missingSecret(page, ids)).toContain('needs a passphrase.');
    await call(page, 'targets:save', { target, secret: 'passphrase' });
    const [row] = await untilDeliveries(page, ids, 'delivered');
    expect(row?.destination).not.toContain('@');
    expect(existsSync(join(sshd.files, 'locked.pdf'))).toBe(true);
  });
});
