import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type Step,
  type StepContext,
  checkElectron,
} from '../../../tools/check-electron/check-electron.mjs';

const root = resolve(import.meta.dirname, '../../..');
const empty = mkdtempSync(join(tmpdir(), 'platen-no-electron-'));
afterAll(() => rmSync(empty, { recursive: true }));

/** Runs the check over recorded steps; `run` returns the exit status of each. */
function check(
  args: readonly string[],
  run: (step: Step) => number = () => 0,
  more: Partial<StepContext> = {},
) {
  const steps: Step[] = [];
  const lines: string[] = [];
  const status = checkElectron(args, {
    electron: 'Electron 45.0.0 with Chromium 150.0.0.0',
    isRehearsal: false,
    env: { DISPLAY: ':0', INIT_CWD: '/elsewhere' },
    run: (step) => {
      steps.push(step);
      return run(step);
    },
    print: (line) => void lines.push(line),
    ...more,
  });
  return { status, steps, lines };
}

describe('check:electron', () => {
  it('runs a probe, conversions, the core tests and the window on Electron only', () => {
    const { status, steps, lines } = check([]);
    expect(status).toBe(0);
    expect(steps.map(({ script }) => script)).toEqual([
      'node_modules/vitest/vitest.mjs',
      'tools/check-command.mjs',
      'node_modules/vitest/vitest.mjs',
      'node_modules/@playwright/test/cli.js',
    ]);
    for (const { env } of steps) {
      expect(env).toMatchObject({ PLATEN_RUNTIME: 'electron', INIT_CWD: undefined });
    }
    expect(lines[0]).toBe('check:electron: on Electron 45.0.0 with Chromium 150.0.0.0');
    const passed = lines.filter((line) => line.startsWith('passed on Electron 45.0.0'));
    expect(passed).toHaveLength(4);
  });

  it('continues after a failure, and exits with 1', () => {
    const { status, steps, lines } = check([], () => 1);
    expect(status).toBe(1);
    expect(steps).toHaveLength(4);
    expect(lines.filter((line) => line.startsWith('failed on Electron'))).toHaveLength(4);
  });

  it('runs one step, and passes the rest on to its runner', () => {
    const { steps } = check(['core', 'paper', '--bail=1']);
    expect(steps.map(({ args }) => args.slice(-2))).toEqual([['paper', '--bail=1']]);
  });

  it('checks the packed program only if asked to', () => {
    const { steps } = check(['packed']);
    expect(steps.map(({ script }) => script)).toEqual(['tools/check-electron/packed.mjs']);
  });

  it('reports an unknown step, and exits with 2', () => {
    const { status, steps, lines } = check(['pages']);
    expect([status, steps]).toEqual([2, []]);
    expect(lines).toEqual([
      'check:electron: "pages" is not one of probe, convert, core, window, packed.',
    ]);
  });

  it('announces a rehearsal', () => {
    const { steps, lines } = check(['core'], () => 0, { electron: null, isRehearsal: true });
    expect(steps.map(({ env }) => env['PLATEN_RUNTIME'])).toEqual(['chromium']);
    expect(lines[0]).toContain('proves nothing about Electron');
    expect(lines.at(-1)).toContain('passed on the stand-in');
  });

  it('reports in one sentence that Electron is missing and how to install it, and exits with 1', () => {
    const script = resolve(root, 'tools/check-electron.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
      cwd: empty,
      env: { ...process.env, PLATEN_RUNTIME: '', ELECTRON_OVERRIDE_DIST_PATH: empty },
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      "check:electron: nothing was checked, because Electron's binary is not installed; `npx install-electron` downloads it.\n",
    );
  });
});
