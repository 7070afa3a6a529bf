import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { cleanEnvironment } from '../../support/environment.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

const root = resolve(import.meta.dirname, '../../..');
const invoice = resolve(root, 'examples/invoice.html');
const nobodyUid = 65_534;
const isRoot = process.getuid?.() === 0;
const warning =
  "platen: Chromium's sandbox is off, as the user is root: a page that breaks out of Chromium has this user's rights. " +
  'Convert only pages that you trust, or start Platen as another user.\n';
let folder: TemporaryFolder;

beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

/** Runs `convert` as the user with this ID. */
function convertAs(uid: number | null, place: string, args: readonly string[]) {
  const environment = { ...cleanEnvironment(), HOME: place, XDG_CONFIG_HOME: place, TMPDIR: place };
  const command = [process.execPath, join(root, 'tools/run.mjs'), 'convert', ...args];
  const user = [`--reuid=${String(uid)}`, `--regid=${String(uid)}`, '--clear-groups'];
  const [program = '', ...rest] = uid === null ? command : ['setpriv', ...user, ...command];
  const env = { ...environment, PLATEN_RUNTIME: 'chromium' };
  return spawnSync(program, rest, { cwd: root, env, encoding: 'utf8' });
}

it.runIf(isRoot)('warns root in one line, also with --quiet, that the sandbox is off', () => {
  const place = folder.with({});
  const run = convertAs(null, place, [invoice, '--out', join(place, 'a.pdf'), '--quiet']);
  expect([run.status, run.stderr]).toEqual([0, warning]);
  const help = convertAs(null, place, ['--help', '--quiet']);
  expect(help.stderr).toBe('');
});

const canChangeUser = isRoot && spawnSync('setpriv', ['--version']).status === 0;

it.skipIf(!canChangeUser)(
  'converts in the sandbox, without a warning, as another user [needs root and setpriv]',
  () => {
    const place = mkdtempSync(join(tmpdir(), 'platen-nobody-'));
    onTestFinished(() => rmSync(place, { recursive: true, force: true, maxRetries: 5 }));
    chownSync(place, nobodyUid, nobodyUid);
    const run = convertAs(nobodyUid, place, [invoice, '--out', join(place, 'a.pdf'), '--quiet']);
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(readFileSync(join(place, 'a.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  },
);
