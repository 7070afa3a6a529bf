import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RunningPlaten } from '../../e2e/support/running-platen.js';
import { windowTests } from '../window/support/start-platen.js';
import { longTimeout } from '../window/support/window-client.js';
import { addFiles, call, listOf } from './support/queue-client.js';

const { startEmptyWindow, temporary } = windowTests();

const path = process.env['PATH'] ?? '';
let shown: string;
let platen: RunningPlaten;

/** Replaces `notify-send` by a program that appends each notification to a file. */
beforeAll(async () => {
  const folder = temporary.with({});
  shown = join(folder, 'shown');
  const program = join(folder, 'notify-send');
  writeFileSync(program, `#!/bin/sh\nshift 3; printf '%s: %s\\n' "$1" "$2" >> '${shown}'\n`);
  chmodSync(program, 0o755);
  process.env['PATH'] = `${folder}${delimiter}${path}`;
  platen = await startEmptyWindow(temporary.with({}));
});
afterEach(() => rmSync(shown, { force: true }));
afterAll(async () => {
  process.env['PATH'] = path;
  await platen.close();
});

const notes = () => (existsSync(shown) ? readFileSync(shown, 'utf8') : '');

/** Converts two pages and a missing one. */
async function convertThree(): Promise<void> {
  const folder = temporary.with({ 'a.html': 'a', 'b.html': 'b' });
  const paths = ['a.html', 'b.html', 'c.html'].map((name) => join(folder, name));
  await addFiles(platen.page, folder, paths, temporary.with({}));
  await expect.poll(async () => (await listOf(platen.page)).summary.batch, longTimeout).toBeNull();
}

test.runIf(process.platform === 'linux')(
  'a notification reports the end of a batch once',
  async () => {
    await convertThree();
    await expect.poll(notes, longTimeout).toBe('Some files failed: 2 converted and 1 failed\n');
  },
);

test.runIf(process.platform === 'linux')(
  'no notification appears if they are turned off',
  async () => {
    await call(platen.page, 'settings:update', { notifications: false });
    await convertThree();
    await call(platen.page, 'settings:update', { notifications: true });
    const folder = temporary.with({ 'a.html': 'a' });
    await addFiles(platen.page, folder, [join(folder, 'a.html')], temporary.with({}));
    await expect.poll(notes, longTimeout).toBe('Batch complete: 1 converted\n');
  },
);
