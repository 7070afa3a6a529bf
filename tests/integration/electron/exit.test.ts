import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { cleanEnvironment } from '../../support/environment.js';
import { runProgram } from '../../support/run-program.js';
import { testLimits } from '../../support/runner-options.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startWebServer } from '../support/web-server.js';

// Electron crashes if it exits while DevTools commands are under way, now and then.

const launcher = resolve(import.meta.dirname, '../../../tools/run.mjs');
const page = '<p>shown<script>document.body.append(navigator.userAgent)</script>';
const files = temporaryFolder();
afterAll(() => files.remove());

const env = {
  ...cleanEnvironment(),
  // The program of this process is Electron in the tests on Electron.
  ELECTRON_RUN_AS_NODE: '1',
};

it('the program exits with 0 after converting a page with scripts, and leaves nothing', async () => {
  const folder = files.with({ 'page.html': page });
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const args = [launcher, 'convert', join(folder, 'page.html'), '--out', join(folder, 'page.pdf')];
  for (let run = 0; run < 8; run += 1) {
    const { status, stderr } = await runProgram(process.execPath, args, {
      env: { ...env, TMPDIR: temporary },
    });
    expect([status, stderr]).toEqual([0, expect.any(String)]);
  }
  expect(readdirSync(temporary)).toEqual([]);
}, 240_000);

// So do `timeout` and `kill %1`. Chromium then starts no process any more.
it.skipIf(process.platform === 'win32').each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  'the program exits as documented after %s to all of its processes',
  async (signal, status) => {
    let onRequest: () => void;
    const requested = new Promise<void>((resolve) => (onRequest = resolve));
    const server = await startWebServer({ '/never': () => onRequest() });
    const folder = files.with({});
    const args = [launcher, 'convert', `${server.origin}/never`, '--out', join(folder, 'a.pdf')];
    const child = spawn(process.execPath, args, { env, detached: true });
    let stderr = '';
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
    const end = once(child, 'close');
    await Promise.race([requested, end]);
    process.kill(-Number(child.pid), signal);
    const [exitStatus] = (await end) as [number | null];
    await server.close();
    expect([exitStatus, stderr]).toEqual([status, expect.stringContaining(`stopped by ${signal}`)]);
    // It would wait ten seconds for what Chromium no longer does.
    expect(stderr).not.toContain('Quit without waiting');
    expect(readdirSync(folder)).toEqual([]);
  },
  120_000,
);

// On Chromium the launcher is the service.
it.skipIf(!process.versions.electron || process.platform === 'win32')(
  'a service ends when its launcher is killed, and leaves nothing',
  async () => {
    const folder = files.with({});
    const temporary = join(folder, 'tmp');
    mkdirSync(temporary);
    const child = spawn(process.execPath, [launcher, 'serve', '--port', '0'], {
      env: { ...env, TMPDIR: temporary },
      detached: true,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (output += data.toString()));
    await expect.poll(() => output, { timeout: testLimits.poll }).toContain('"listening"');
    child.kill('SIGKILL');
    // The pipes close when no process of it is left.
    await once(child, 'close');
    expect(output).toContain('"stopped"');
    expect(readdirSync(temporary)).toEqual([]);
  },
  120_000,
);

// Node never closes a socket that is reset while it is shutting down, and Electron waits for it.
it('the program exits after a connection that both sides have left', async () => {
  const server = await startWebServer({});
  const address = server.origin.replace('http:', 'https:');
  const args = [launcher, 'convert', address, '--out', join(files.with({}), 'none.pdf')];
  for (let run = 0; run < 4; run += 1) {
    const { status, stderr } = await runProgram(process.execPath, args, { env });
    expect([status, stderr]).toEqual([1, expect.stringContaining('the TLS handshake failed')]);
  }
  await server.close();
}, 120_000);
