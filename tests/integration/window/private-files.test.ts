import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, it } from 'vitest';
import { draftDefaults } from '../../../renderer/document/draft/draft-defaults.js';
import { freePorts } from '../../support/free-port.js';
import {
  canChangeUser,
  canOthersRead,
  hasModes,
  openFolders,
  openToOthers,
  withUmask,
} from '../../support/permissions.js';
import { call } from '../jobs/support/queue-client.js';
import { windowTests } from './support/start-platen.js';
import { longTimeout, preview } from './support/window-client.js';

const { startPlaten, temporary } = windowTests();

/** Returns the URL of a port that nothing listens on. */
async function unusedUrl(): Promise<string> {
  const [port] = await freePorts(1);
  return `http://127.0.0.1:${String(port)}`;
}

/** Makes Platen write all its files: settings, secrets, PDFs, the queue with its HTML, results. */
async function fill(page: Page): Promise<void> {
  await call(page, 'secrets:keep-unsafely', { allow: true });
  const [port = 0] = await freePorts(1);
  await call(page, 'settings:update', { privateWebhooks: true, servicePort: port });
  await call(page, 'presets:save', { name: 'Mine', settings: draftDefaults });
  await call(page, 'draft:keep', draftDefaults);
  const endpoint = await unusedUrl();
  const credentials = { kind: 'key' as const, accessKeyId: 'AKIAIOSFODNN7EXAMPLE' };
  const target = {
    id: 'papers',
    kind: 's3' as const,
    name: 'Papers',
    provider: 'ceph' as const,
    endpoint,
    bucket: 'papers',
  };
  await call(page, 'targets:save', { target: { ...target, credentials }, secret: 'a secret key' });
  const { id } = await preview(page, 'secret of a patient');
  await call(page, 'deliveries:upload', {
    pdf: { kind: 'artifact', id, security: {} },
    uploads: [{ target: 'papers', destination: 's3://papers/a.pdf' }],
  });
  const html = `<p>${'a long text '.repeat(500)}`;
  const blocked = join(temporary.with({ file: '' }), 'file');
  const jobs = await call(page, 'jobs:add', {
    sources: [{ kind: 'html', html }],
    options: { request: { webhook: endpoint }, output: { folder: blocked } },
  });
  await expect
    .poll(
      async () => (await call(page, 'jobs:details', { id: jobs.ids[0] ?? '' })).row,
      longTimeout,
    )
    .toMatchObject({ status: 'failed', kept: true });
  await call(page, 'service:switch', { on: true });
}

const expected = [
  'artifacts',
  'kept',
  'outbox',
  'presets.json',
  'queue',
  'results',
  'secrets.json',
];

it.runIf(hasModes)(
  'only the user can read the files of the window, with any umask',
  { timeout: 180_000 },
  async () => {
    const place = temporary.with({});
    const userData = join(place, 'data');
    openFolders(temporary.path, place);
    // All users may enter it.
    withUmask(0, () => mkdirSync(userData));
    const platen = await withUmask(0, () => startPlaten(userData));
    await fill(platen.page);
    expect(readdirSync(userData)).toEqual(expect.arrayContaining(expected));
    for (const name of ['artifacts', 'kept', 'outbox']) {
      const names = readdirSync(join(userData, name)).join();
      expect(names, name).toMatch(/\.pdf\b/);
    }
    expect(existsSync(join(userData, 'queue', 'html'))).toBe(true);
    // The test itself puts a fake program there.
    expect(openToOthers(userData, ['opener'])).toEqual([]);
    if (canChangeUser) {
      const [pdf = ''] = readdirSync(join(userData, 'kept'));
      expect(canOthersRead(join(userData, 'kept', pdf))).toBe(false);
    }
    await platen.close();
    expect(openToOthers(userData, ['opener'])).toEqual([]);
  },
);
