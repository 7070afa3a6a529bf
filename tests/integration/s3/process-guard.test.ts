import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const guard = pathToFileURL(
  resolve(import.meta.dirname, '../../support/bucket/process-guard.mjs'),
).href;

/**
 * Guards a folder, starts a process that would run forever, prints its id, and then ends as
 * requested.
 */
const script = (ending: string) => `
  import { guardFolder } from '${guard}';
  const guard = guardFolder(process.argv[1]);
  const logFile = process.argv[1] + '/log';
  const child = guard.start('sleep', ['1000'], { env: process.env, logFile });
  process.stdout.write(String(child.pid), async () => { ${ending} });
`;

describe.skipIf(process.platform !== 'linux')('servers started by tests', () => {
  it.each([
    ['stop them', 'await guard.end()'],
    ['end', ''],
    ['exit', 'process.exit(1)'],
    ['are killed', "process.kill(process.pid, 'SIGKILL')"],
  ])('end when the tests %s', async (_which, ending) => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-test-'));
    const tests = spawn(
      process.execPath,
      ['--input-type=module', '--eval', script(ending), folder],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [id] = (await once(tests.stdout, 'data')) as [Buffer];
    if (tests.exitCode === null && tests.signalCode === null) await once(tests, 'exit');
    await expect.poll(() => isRunning(Number(id.toString()))).toBe(false);
    await expect.poll(() => existsSync(folder)).toBe(false);
  });
});

/** A zombie does not count. */
function isRunning(id: number): boolean {
  const status = `/proc/${id}/stat`;
  return existsSync(status) && !readFileSync(status, 'utf8').includes(') Z ');
}
