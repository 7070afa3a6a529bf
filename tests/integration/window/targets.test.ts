import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { z } from 'zod';
import type { bucketTargetSchema } from '../../../electron/shared/targets.js';
import { englishText } from '../../../electron/shared/messages/translator.js';
import type { RunningPlaten } from '../../e2e/support/running-platen.js';
import { freshBucket, objects } from '../../support/bucket/bucket.js';
import type { Ceph } from '../../support/bucket/ceph.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { describeWithCeph } from '../support/with-ceph.js';
import { call } from '../jobs/support/queue-client.js';
import { windowTests } from './support/start-platen.js';

const { shareRunningPlaten, startPlaten, temporary } = windowTests();

type TargetInput = z.input<typeof bucketTargetSchema>;

const papers: TargetInput = {
  id: 'papers',
  kind: 's3',
  name: 'Papers',
  provider: 'ceph',
  endpoint: 'https://s3.example.org',
  bucket: 'papers',
  credentials: { kind: 'key', accessKeyId: 'AKIAIOSFODNN7EXAMPLE' },
};

const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';

test(
  'without a keychain, secrets survive a restart only if the user allows it',
  { timeout: 180_000 },
  async () => {
    const userData = temporary.with({});
    const first = await startPlaten(userData);
    const saved = await call(first.page, 'targets:save', { target: papers, secret });
    expect(saved.targets).toMatchObject([{ id: 'papers', acl: 'bucket-owner-full-control' }]);
    expect(saved.secrets).toMatchObject({ keeping: 'this-run', targets: ['papers'] });
    await first.close();

    const second = await startPlaten(userData);
    const start = await call(second.page, 'app:start', undefined);
    expect(start.targets).toEqual(saved.targets);
    expect(start.secrets).toMatchObject({
      keeping: 'this-run',
      canKeepUnsafely: true,
      targets: [],
    });
    expect(existsSync(join(userData, 'secrets.json'))).toBe(false);
    await call(second.page, 'secrets:keep-unsafely', { allow: true });
    await call(second.page, 'targets:save', { target: papers, secret });
    await call(second.page, 'secrets:set-webhook', { secret: 'whsec_c2VjcmV0' });
    await second.close();

    const { page } = await startPlaten(userData);
    const { secrets } = await call(page, 'app:start', undefined);
    expect(secrets).toMatchObject({ keeping: 'unsafe', targets: ['papers'], webhook: true });
    const file = readFileSync(join(userData, 'secrets.json'), 'utf8');
    // A save without a secret does not change it.
    await call(page, 'targets:save', { target: { ...papers, name: 'Reports' } });
    expect(readFileSync(join(userData, 'secrets.json'), 'utf8')).toBe(file);
    const removed = await call(page, 'targets:remove', { id: 'papers' });
    expect(removed).toMatchObject({ targets: [], secrets: { targets: [], webhook: true } });
    const deleted = await call(page, 'secrets:set-webhook', { secret: null });
    expect(deleted.webhook).toBe(false);
  },
);

describe('in one session', () => {
  let platen: RunningPlaten;
  shareRunningPlaten((started) => (platen = started));

  it(
    'an invalid destination is refused with its fields, and not saved',
    { tags: ['core'] },
    async () => {
      const { page } = platen;
      const result = await page.evaluate(
        async (target) => window.platen.call('targets:save', { target }),
        { ...papers, endpoint: 'ftp://s3.example.org', bucket: 'Papers' },
      );
      expect(result).toMatchObject({
        ok: false,
        error: {
          code: 'invalid-request',
          fields: [{ field: 'endpoint' }, { field: 'bucket' }],
        },
      });
      expect((await call(page, 'app:start', undefined)).targets).toEqual([]);
    },
  );

  it('certificates are chosen in a file dialog', async () => {
    const { page, choose } = platen;
    const path = join(temporary.with({ 'own.pem': 'certificates' }), 'own.pem');
    let chosen: Promise<unknown> | undefined;
    await choose(
      [path],
      async () => {
        chosen = call(page, 'certificates:choose', undefined);
        return Promise.resolve();
      },
      'Choose',
    );
    expect(await chosen).toBe(path);
  });

  describe('a test of a destination', () => {
    it('asks for a missing secret key', async () => {
      const { page } = platen;
      await expect(call(page, 'targets:test', { target: papers })).rejects.toThrow(
        'The secret key of Papers is missing. Enter it at the destination in Settings.',
      );
    });

    describeWithCeph('against a real bucket', () => {
      let ceph: Ceph;
      let target: TargetInput;
      beforeAll(async () => {
        ceph = await sharedCeph();
        target = {
          ...papers,
          endpoint: ceph.endpoint,
          pathStyle: true,
          bucket: await freshBucket(ceph),
          prefix: 'reports',
          credentials: { kind: 'key', accessKeyId: ceph.owner.accessKeyId },
        };
      });

      it('succeeds with the typed or the stored secret, and leaves no object', async () => {
        const { page } = platen;
        const { secretAccessKey } = ceph.owner;
        const tested = async (secretKey?: string) => {
          const input = { target, ...(secretKey !== undefined && { secret: secretKey }) };
          return englishText((await call(page, 'targets:test', input)).message);
        };
        const text = `The bucket "${target.bucket}" accepts uploads: a test object was uploaded, read and deleted.`;
        expect(await tested(secretAccessKey)).toBe(text);
        await call(page, 'targets:save', { target, secret: secretAccessKey });
        expect(await tested()).toBe(text);
        await call(page, 'targets:remove', { id: target.id });
        expect(await objects(ceph, target.bucket)).toEqual([]);
      });

      it('reports an error with its field', async () => {
        const { page } = platen;
        const result = await page.evaluate(
          async (input) => window.platen.call('targets:test', input),
          { target, secret: 'a wrong secret' },
        );
        expect(result).toMatchObject({
          ok: false,
          error: { code: 'delivery-refused', fields: [{ field: 'credentials' }] },
        });
        expect(JSON.stringify(result)).not.toContain('a wrong secret');
      });
    });
  });
});
