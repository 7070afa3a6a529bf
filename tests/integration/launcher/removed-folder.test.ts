import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { cleanEnvironment } from '../../support/environment.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const launcher = resolve(import.meta.dirname, '../../../tools/run.mjs');

test.runIf(process.platform === 'linux')('a removed current folder is named', () => {
  const cwd = folder.with({});
  const command = `rmdir "$PWD" && exec "${process.execPath}" "${launcher}" convert a.html`;
  const run = spawnSync('sh', ['-c', command], { cwd, env: cleanEnvironment(), encoding: 'utf8' });
  expect(run).toMatchObject({
    status: 1,
    stderr: 'platen: The current folder cannot be entered. Change to another one.\n',
  });
});
