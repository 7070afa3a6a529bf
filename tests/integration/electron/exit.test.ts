import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { cleanEnvironment } from '../../support/environment.js';
import { runProgram } from '../../support/run-program.js';
import { temporaryFolder } from '../support/temporary-folder.js';

// Electron crashes if it exits while DevTools commands are under way, now and then.

const launcher = resolve(import.meta.dirname, '../../../tools/run.mjs');
const page = '<p>shown<script>document.body.append(navigator.userAgent)</script>';
const files = temporaryFolder();
afterAll(() => files.remove());

it('the program exits with 0 after converting a page with scripts, and leaves nothing', async () => {
  const folder = files.with({ 'page.html': page });
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const env = {
    ...cleanEnvironment(),
    TMPDIR: temporary,
    // The program of this process is Electron in the tests on Electron.
    ELECTRON_RUN_AS_NODE: '1',
  };
  const args = [launcher, 'convert', join(folder, 'page.html'), '--out', join(folder, 'page.pdf')];
  for (let run = 0; run < 8; run += 1) {
    const { status, stderr } = await runProgram(process.execPath, args, { env });
    expect([status, stderr]).toEqual([0, expect.any(String)]);
  }
  expect(readdirSync(temporary)).toEqual([]);
}, 240_000);
