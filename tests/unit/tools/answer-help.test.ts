import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

it('answers --help of a script instead of running it', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve(root, 'tools/fidelity/fidelity.mjs'), '--help'],
    { cwd: root, encoding: 'utf8' },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^npm run fidelity -- [^]*--pages N[^]*--out FOLDER/);
});
