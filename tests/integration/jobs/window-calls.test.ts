import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { afterEach, describe, expect, test } from 'vitest';
import type { RunningPlaten } from '../../e2e/support/running-platen.js';
import { englishText } from '../../../electron/shared/messages/translator.js';
import { readPdf } from '../../support/read-pdf.js';
import { windowTests } from '../window/support/start-platen.js';
import { longTimeout } from '../window/support/window-client.js';
import { addFiles, call, listOf, untilCompleted } from './support/queue-client.js';

const { shareRunningPlaten, startPlaten, temporary } = windowTests();

/** Creates a folder with pages of these names. */
function pagesOf(...names: readonly string[]) {
  const folder = temporary.with(
    Object.fromEntries(names.map((name) => [name, `<title>${name}</title>This is ${name}`])),
  );
  return { folder, paths: names.map((name) => join(folder, name)) };
}

/** Fetches bytes like the preview. */
async function fetched(page: Page, address: string): Promise<Uint8Array> {
  const bytes = await page.evaluate(async (url) => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${response.status}`);
    return [...new Uint8Array(await response.arrayBuffer())];
  }, address);
  return Uint8Array.from(bytes);
}

/** A server that never answers. */
async function silentServer() {
  const server = createServer(() => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

describe('in one session', () => {
  let platen: RunningPlaten;

  shareRunningPlaten((started) => (platen = started));
  afterEach(async () => {
    const { page } = platen;
    const ids = (await listOf(page)).rows.map(({ id }) => id);
    await call(page, 'jobs:cancel', { ids });
    await expect.poll(async () => (await listOf(page)).summary.counts.running, longTimeout).toBe(0);
    await call(page, 'jobs:remove', { ids });
  });

  test(
    'the PDF of a job can be previewed, saved elsewhere, opened and shown in its folder',
    { tags: ['core'] },
    async () => {
      const { folder, paths } = pagesOf('a.html');
      const { page, opened, saveTo } = platen;
      const out = temporary.with({});
      const [id = ''] = await addFiles(page, folder, paths, out);
      await untilCompleted(page, 1);

      const artifact = await call(page, 'jobs:artifact', { id });
      expect(artifact).toMatchObject({ id, pages: 1, title: 'a.html', suggestedName: 'a.pdf' });
      const pdf = await readPdf(await fetched(page, artifact.address));
      expect(pdf.text).toContain('This is a.html');

      const elsewhere = join(temporary.with({}), 'copy.pdf');
      let saved: Promise<unknown> | undefined;
      await saveTo(elsewhere, async () => {
        saved = call(page, 'jobs:save-as', { id });
        return Promise.resolve();
      });
      expect(await saved).toEqual({ path: elsewhere });
      expect(readFileSync(elsewhere)).toEqual(readFileSync(join(out, 'a.pdf')));

      await call(page, 'jobs:open', { id });
      await expect.poll(opened, longTimeout).toEqual([join(out, 'a.pdf')]);
      await call(page, 'jobs:show-in-folder', { id });
      await expect.poll(opened, longTimeout).toEqual([join(out, 'a.pdf'), out]);
    },
  );

  test('a changed or missing PDF is an error', { tags: ['core'] }, async () => {
    const { folder, paths } = pagesOf('a.html');
    const { page } = platen;
    const out = temporary.with({});
    const [id = ''] = await addFiles(page, folder, paths, out);
    await untilCompleted(page, 1);
    const path = join(out, 'a.pdf');
    writeFileSync(path, 'something else');
    await expect(call(page, 'jobs:artifact', { id })).rejects.toThrow(
      `${path} has changed since Platen saved it.`,
    );
    rmSync(path);
    await expect(call(page, 'jobs:artifact', { id })).rejects.toThrow(
      `${path} no longer exists. Retry to convert again.`,
    );
    await call(page, 'jobs:remove', { ids: [id] });
    await expect(call(page, 'jobs:details', { id })).rejects.toThrow(
      'This job is no longer in the list.',
    );
  });

  test('the preview runs beside a job', async () => {
    await using server = await silentServer();
    const { page } = platen;
    await call(page, 'settings:update', { concurrency: 2 });
    const sources = [{ kind: 'url' as const, url: server.address }];
    const options = { request: {}, output: { folder: temporary.with({}) } };
    await call(page, 'jobs:add', { sources, options });
    const request = { source: { kind: 'html' as const, html: 'seen at once' } };
    const { artifact } = await call(page, 'conversion:start', { id: 'preview', request });
    expect(artifact?.pages).toBe(1);
    const { summary } = await listOf(page);
    expect(summary.counts).toMatchObject({ running: 1, queued: 0 });
  });

  test('a PDF that cannot be written is kept, can be previewed, and is written by a retry', async () => {
    const { folder, paths } = pagesOf('a.html');
    const { page } = platen;
    const out = join(temporary.with({ blocked: 'a file' }), 'blocked');
    const [id = ''] = await addFiles(page, folder, paths, out);
    const only = async () => (await listOf(page)).rows[0];
    await expect.poll(only, longTimeout).toMatchObject({ status: 'failed', kept: true });
    const artifact = await call(page, 'jobs:artifact', { id });
    expect(artifact.suggestedName).toBe('a.pdf');
    expect((await readPdf(await fetched(page, artifact.address))).text).toContain('This is a.html');
    rmSync(out);
    mkdirSync(out);
    // The retry only writes the PDF: the page no longer exists.
    rmSync(folder, { recursive: true });
    await call(page, 'jobs:retry', { ids: 'failed' });
    await untilCompleted(page, 1);
    expect(readdirSync(out)).toEqual(['a.pdf']);
  });
});

test(
  'a running queue continues after a restart, and a paused one stays paused',
  { timeout: 180_000 },
  async () => {
    await using server = await silentServer();
    const { folder, paths } = pagesOf('a.html', 'b.html');
    const userData = temporary.with({});
    const out = temporary.with({});
    const first = await startPlaten(userData);
    await call(first.page, 'settings:update', { concurrency: 1 });
    const options = { request: {}, output: { folder: out } };
    const source = { kind: 'url' as const, url: server.address };
    const { ids } = await call(first.page, 'jobs:add', { sources: [source], options });
    await addFiles(first.page, folder, paths, out);
    await expect
      .poll(async () => (await listOf(first.page)).summary.counts.running, longTimeout)
      .toBe(1);
    await first.close();

    const second = await startPlaten(userData);
    const notices = await noticesOf(second.page);
    expect(notices).toEqual(['3 jobs from the last session were restored and will continue now.']);
    await call(second.page, 'jobs:pause', { paused: true });
    await call(second.page, 'jobs:cancel', { ids: [...ids] });
    await expect
      .poll(async () => (await listOf(second.page)).summary.counts.running, longTimeout)
      .toBe(0);
    await second.close();

    const third = await startPlaten(userData);
    expect(await noticesOf(third.page)).toEqual([
      '2 jobs from the last session were restored. The queue is paused.',
    ]);
    expect((await listOf(third.page)).rows.map(({ status }) => status)).toEqual([
      'canceled',
      'queued',
      'queued',
    ]);
    await call(third.page, 'jobs:pause', { paused: false });
    await untilCompleted(third.page, 2);
    expect(readdirSync(out).sort()).toEqual(['a.pdf', 'b.pdf']);
  },
);

test('a damaged journal is renamed and reported, and the rest is restored', async () => {
  const { folder, paths } = pagesOf('a.html', 'b.html');
  const userData = temporary.with({});
  const out = temporary.with({});
  const first = await startPlaten(userData);
  await call(first.page, 'jobs:pause', { paused: true });
  await addFiles(first.page, folder, paths, out);
  await first.close();
  const journal = join(userData, 'queue', 'jobs.jsonl');
  const text = readFileSync(journal, 'utf8');
  writeFileSync(journal, text.replace('"id"', '"i'));

  const second = await startPlaten(userData);
  const notices = await noticesOf(second.page);
  expect(notices.join('\n')).toMatch(/jobs\.jsonl was damaged in one line\. It was renamed to .*;/);
  await call(second.page, 'jobs:pause', { paused: false });
  await untilCompleted(second.page, 1);
  expect(readdirSync(out)).toHaveLength(1);
});

/** Returns the messages about what happened before the window was open. */
async function noticesOf(page: Page): Promise<readonly string[]> {
  const { notices } = await call(page, 'app:start', undefined);
  return notices.map(({ message }) => englishText(message));
}
