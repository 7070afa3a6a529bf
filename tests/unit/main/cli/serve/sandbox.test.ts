import { expect, it } from 'vitest';
import type { LocalEngine } from '../../../../../electron/main/engine/contract/pdf-engine.js';
import { runServe } from '../../../../../electron/main/cli/serve/serve.js';

const unused = async () => Promise.reject(new Error('Nothing is converted here.'));
const engine: LocalEngine = {
  convert: unused,
  inline: unused,
  setConcurrency: () => {
    throw new Error('It starts.');
  },
  setMemoryLimit: () => undefined,
  ping: unused,
  memory: () => ({ pages: 0, others: 0 }),
  close: unused,
};

/** Runs `serve` without a sandbox; an engine that is set up shows that it would start. */
async function serveWithoutSandbox(args: readonly string[]) {
  let stderr = '';
  const status = await runServe(['--accounts', 'a', ...args], {
    io: {
      stdin: process.stdin,
      stdout: { write: () => true },
      stderr: { write: (text: string) => (stderr += text) !== '' },
      cwd: () => '/nowhere',
    },
    engine,
    version: '1.0.0',
    resultsFolder: '/nowhere',
    deliverySettings: unused,
    sandbox: { kind: 'missing' },
    stop: AbortSignal.abort(),
    onHangup: () => undefined,
  });
  return { status, stderr };
}

const refusal =
  "Other machines cannot use the service, because pages would run without Chromium's sandbox";

it.each([
  ['another address', ['--host', '192.168.1.2', '--behind-proxy']],
  ['a proxy', ['--behind-proxy']],
])('without a sandbox, serve refuses %s unless --allow-no-sandbox is given', async (_, args) => {
  const refused = await serveWithoutSandbox(args);
  expect(refused.stderr).toContain(refusal);
  expect(refused.status).toBe(1);
  const allowed = await serveWithoutSandbox([...args, '--allow-no-sandbox']);
  expect(allowed.stderr).toContain('It starts.');
});

it('without a sandbox, serve starts for this machine', async () => {
  expect((await serveWithoutSandbox([])).stderr).toContain('It starts.');
});
