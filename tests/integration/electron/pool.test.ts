import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanEnvironment } from '../../support/environment.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const root = resolve(import.meta.dirname, '../../..');
const config = 'tests/integration/electron/fixtures/vitest.config.ts';
const folder = temporaryFolder();
afterAll(() => folder.remove());

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

/** Runs test files in the pool, on the stand-in. */
function runFiles(files: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const place = folder.with({});
  const output = join(place, 'report.json');
  const run = spawnSync(
    process.execPath,
    [
      resolve(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      `--config=${config}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${output}`,
      ...files.map((name) => `${name}.fixture.ts`),
    ],
    {
      cwd: root,
      env: { ...cleanEnvironment(), PLATEN_RUNTIME: 'chromium', TMPDIR: place, ...env },
      encoding: 'utf8',
      timeout: 120_000,
    },
  );
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Report;
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    status: run.status,
    text: run.stdout + run.stderr,
    titles: Object.fromEntries(tests.map(({ title, status }) => [title, status])),
    left: readdirSync(place).filter((name) => name.startsWith('platen-electron-test-')),
  };
}

describe("the pool that runs test files in Electron's main process", () => {
  let all: ReturnType<typeof runFiles>;
  beforeAll(() => {
    all = runFiles(['main-process', 'failure', 'crash', 'exit']);
  }, 300_000);

  it("runs them there, with Electron's module in the product and in the test", () => {
    expect(all.titles).toMatchObject({
      'runs in the main process of a separate application': 'passed',
      'shares the module of that process with the product': 'passed',
    });
  });

  it('reports failures', () => {
    expect(all.titles).toMatchObject({ fails: 'failed' });
    expect(all.status).toBe(1);
  });

  it('names the file whose process crashes, and the cause', () => {
    expect(all.text).toMatch(/ended with SIGKILL, running .*crash\.fixture\.ts/);
  });

  it('names the file that quits the application', () => {
    expect(all.text).toMatch(/ended with status 0, running .*exit\.fixture\.ts/);
  });

  it('leaves no temporary folder behind', () => {
    expect(all.left).toEqual([]);
  });

  it('succeeds if all tests pass', { timeout: 240_000 }, () => {
    expect(runFiles(['main-process']).status).toBe(0);
  });

  it('fails a file with an uncaught error', { timeout: 240_000 }, () => {
    const run = runFiles(['uncaught']);
    expect(run.text).toContain('an uncaught error');
    expect(run.status).toBe(1);
  });
});
