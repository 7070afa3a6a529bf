import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, it } from 'vitest';
import type { Security } from '../../../electron/shared/request/protection.js';
import { readPdf } from '../../support/read-pdf.js';
import { call, untilCompleted } from '../jobs/support/queue-client.js';
import { windowTests } from './support/start-platen.js';

const { startPlaten, temporary } = windowTests();

const open = 'ada 1815';

/** Stores the password, and returns it with a permission as a part of a request. */
async function storedSecurity(page: Page): Promise<Security & { allowCopying: 'no' }> {
  const typed = { open, owner: 'byron 1788' };
  const { protection, secrets } = await call(page, 'passwords:store', { stored: null, typed });
  if (protection === null) throw new Error('Nothing was stored.');
  expect(JSON.stringify([protection, secrets])).not.toContain('1815');
  expect(secrets.protections).toContain(protection.id);
  return { protection, allowCopying: 'no' };
}

/** Returns the bytes of a PDF as the window reads them. */
async function shownBytes(page: Page, address: string): Promise<Buffer> {
  const bytes = await page.evaluate(async (url) => {
    const response = await fetch(url);
    return Array.from(new Uint8Array(await response.arrayBuffer()));
  }, address);
  return Buffer.from(bytes);
}

async function expectProtected(path: string, text: string): Promise<void> {
  const bytes = readFileSync(path);
  await expect(readPdf(bytes)).rejects.toThrow(/password/i);
  expect((await readPdf(bytes, open)).text).toContain(text);
}

it(
  'a preview is shown open, and saved and dragged with its passwords',
  { tags: ['core'] },
  async () => {
    const userData = temporary.with({});
    const { page } = await startPlaten(userData);
    const folder = temporary.with({ 'page.html': '<title>A</title><p>Salaries' });
    const path = join(folder, 'page.html');
    const security = await storedSecurity(page);
    const request = { source: { kind: 'file' as const, path }, ...security };
    const { artifact } = await call(page, 'conversion:start', { id: 'one', request });
    if (artifact === null) throw new Error('There is no preview.');
    expect((await readPdf(await shownBytes(page, artifact.address))).text).toContain('Salaries');

    const name = 'A.pdf';
    const artifactId = artifact.id;
    const target = { artifactId, name, folder, files: [{ path }], existing: 'number' as const };
    const saved = await call(page, 'delivery:save', { ...target, security });
    await expectProtected(saved.path, 'Salaries');
    await call(page, 'pdf:drag', { artifactId, name, security });
    await expectProtected(join(userData, 'artifacts', 'named', artifactId, name), 'Salaries');

    const version = await call(page, 'pdf:saved-version', { artifactId });
    expect(version?.path).toBe(saved.path);
    const shown = await shownBytes(page, version?.address ?? '');
    expect((await readPdf(shown)).text).toContain('Salaries');
    const rows = await call(page, 'history:list', undefined);
    expect(rows).toMatchObject([{ options: { request: security } }]);
  },
);

it('jobs are protected, also merged ones, and their PDFs are shown open', async () => {
  const { page } = await startPlaten(temporary.with({}));
  const folder = temporary.with({ 'a.html': '<p>Salaries', 'b.html': '<p>Bonuses' });
  const parts = ['a', 'b'].map((name) => ({
    kind: 'file' as const,
    path: join(folder, `${name}.html`),
  }));
  const security = await storedSecurity(page);
  const options = { request: security, output: { folder } };
  const sources = [...parts, { kind: 'merged' as const, parts }];
  const { ids } = await call(page, 'jobs:add', { sources, options });
  await untilCompleted(page, sources.length);
  const { rows } = await call(page, 'jobs:list', undefined);
  const texts = ['Salaries', 'Bonuses', 'Bonuses'];
  for (const [index, id] of ids.entries()) {
    const path = rows.find((row) => row.id === id)?.path ?? '';
    await expectProtected(path, texts[index] ?? '');
    const { address, size } = await call(page, 'jobs:artifact', { id });
    expect(size).toBe(readFileSync(path).length);
    expect((await readPdf(await shownBytes(page, address))).text).toContain(texts[index]);
  }
});
