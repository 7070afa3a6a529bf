import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startOnChromium } from '../../e2e/support/start-chromium.js';
import { cleanEnvironment } from '../../support/environment.js';
import { freePorts } from '../../support/free-port.js';
import { call } from '../jobs/support/queue-client.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const launcher = resolve(import.meta.dirname, '../../support/run-packaged.mjs');
const folders = temporaryFolder();
afterAll(() => folders.remove());

/** Runs the packaged application until it ends, in a folder with a page. */
function runPackaged(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const folder = folders.with({ 'page.html': '<p>text<script></script>' });
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...args], {
    cwd: folder,
    env: { ...cleanEnvironment(), XDG_CONFIG_HOME: folder, ...env },
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { status, stdout, stderr, folder };
}

/** The message on Linux, the same for every entry point. */
const warning = (cause: string) =>
  `Platen was started without Chromium's sandbox (${cause}) and converts no pages that way: ` +
  'install the deb package and run it as a regular user, or start it with --allow-no-sandbox if you trust every page.';

const convert = ['convert', 'page.html', '--out', 'page.pdf'];

describe.runIf(process.platform === 'linux')('a packaged Platen without a sandbox', () => {
  it.each([
    ['--no-sandbox', ['--no-sandbox'], {}],
    ['ELECTRON_DISABLE_SANDBOX', [], { ELECTRON_DISABLE_SANDBOX: '1' }],
  ])(
    'refuses to convert with %s, and explains what to do',
    { tags: ['core'] },
    (cause, switches, env) => {
      const run = runPackaged([...switches, ...convert], env);
      expect(run.status).toBe(1);
      expect(run.stderr).toContain(warning(cause));
      expect(existsSync(join(run.folder, 'page.pdf'))).toBe(false);
    },
  );

  it('reports the code of the error with --json', () => {
    const run = runPackaged(['--no-sandbox', ...convert, '--json']);
    expect(JSON.parse(run.stdout)).toMatchObject({
      error: { code: 'sandbox-off', message: warning('--no-sandbox') },
    });
  });

  it('refuses to serve', () => {
    const run = runPackaged(['--no-sandbox', 'serve', '--port', '0']);
    expect(run.status).toBe(1);
    expect(run.stdout).toBe('');
    expect(run.stderr).toContain(warning('--no-sandbox'));
  });

  it('still shows its help', () => {
    expect(runPackaged(['--no-sandbox', 'convert', '--help']).status).toBe(0);
  });

  it('converts with a warning if the user accepts that', () => {
    const run = runPackaged(['--no-sandbox', '--allow-no-sandbox', ...convert]);
    expect(run.stderr).toContain(
      "platen: Pages run without Chromium's sandbox (--no-sandbox), as --allow-no-sandbox accepts.",
    );
    expect(run.status).toBe(0);
    expect(readFileSync(join(run.folder, 'page.pdf'), 'latin1')).toMatch(/^%PDF-/);
  });

  it('tells the window how to start it, and the clients of its local server whom to ask', async () => {
    const userData = folders.with({});
    const platen = await startOnChromium({ userData, args: ['--no-sandbox'] }, launcher);
    try {
      const request = { source: { kind: 'html' as const, html: '<p>text' } };
      await expect(
        call(platen.page, 'conversion:start', { id: 'preview', request }),
      ).rejects.toThrow(warning('--no-sandbox'));
      const [port] = await freePorts(1);
      await call(platen.page, 'settings:update', { servicePort: port });
      const service = await call(platen.page, 'service:switch', { on: true });
      expect(service).toMatchObject({ status: 'on' });
      const { address } = service as { readonly address: string };
      await call(platen.page, 'service:copy-key', undefined);
      const answer = await fetch(`${address}/v1/pdf`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${btoa(`${await platen.clipboard()}:`)}`,
          'content-type': 'application/json',
        },
        body: '{"source":"<p>text"}',
      });
      expect(answer.status).toBe(503);
      const text = await answer.text();
      expect(text).toContain('without the sandbox that untrusted pages need');
      expect(text).not.toContain('--no-sandbox');
    } finally {
      await platen.close();
    }
  });
});

it('a packaged Platen with its sandbox converts without a warning', () => {
  const run = runPackaged(convert);
  expect(run.stderr).not.toContain('sandbox');
  expect(run.status).toBe(0);
});
