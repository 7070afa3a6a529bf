import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Authority, localNames, makeAuthority } from '../../support/certificates.js';
import { chromiumsIn } from '../../support/chromium-processes.js';
import { serveHere } from '../support/run-here.js';
import {
  type RunningService,
  errorOf,
  postPdf,
  runServe,
  startServe,
} from '../support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;
let authority: Authority;
beforeAll(() => {
  folder = temporaryFolder();
  authority = makeAuthority(folder.path);
});
afterAll(() => folder.remove());

const linesOf = ({ log }: Pick<RunningService, 'log'>) =>
  log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly msg: string });

describe('a service with a certificate', () => {
  let service: RunningService;
  let place: string;

  beforeAll(async () => {
    const { cert, key } = authority.issue(localNames);
    place = folder.with({ 'cert.pem': cert, 'key.pem': key });
    const tls = ['--tls-cert', join(place, 'cert.pem'), '--tls-key', join(place, 'key.pem')];
    service = await startServe(tls, { configFolder: folder.with({}) });
  });
  afterAll(async () => service.stop());

  it('logs JSON from the first line on', async () => {
    await expect.poll(() => linesOf(service).map(({ msg }) => msg)).toContain('listening');
  });

  it('uses a new certificate after SIGHUP, and keeps the old one if the new one is damaged', async () => {
    const first = await serialOf(service.address);
    const { cert, key } = authority.issue(localNames);
    writeFileSync(join(place, 'cert.pem'), cert);
    writeFileSync(join(place, 'key.pem'), key);
    expect(await serialOf(service.address)).toBe(first);
    service.signal('SIGHUP');
    await expect.poll(() => service.log()).toContain('"certificate reloaded"');
    const second = await serialOf(service.address);
    expect(second).not.toBe(first);
    writeFileSync(join(place, 'cert.pem'), 'not a certificate');
    service.signal('SIGHUP');
    await expect.poll(() => service.log()).toContain('cert.pem of --tls-cert is not in PEM format');
    expect(await serialOf(service.address)).toBe(second);
  });

  it('warns of a certificate that ends soon or has ended, at the start and after SIGHUP', async () => {
    const countOf = (text: string) => linesOf(service).filter(({ msg }) => msg === text).length;
    const use = async (days: number) => {
      const { cert, key } = authority.issue(localNames, days);
      writeFileSync(join(place, 'cert.pem'), cert);
      writeFileSync(join(place, 'key.pem'), key);
      const before = countOf('certificate reloaded');
      service.signal('SIGHUP');
      await expect.poll(() => countOf('certificate reloaded')).toBe(before + 1);
    };
    const soon = countOf('certificate ends soon');
    expect(soon).toBeGreaterThan(0);
    await use(90);
    await use(-1);
    await expect.poll(() => countOf('certificate has ended')).toBe(1);
    expect(countOf('certificate ends soon')).toBe(soon);
  });

  it('logs that it stops, and that it has stopped', async () => {
    expect(await service.stop()).toBe(0);
    expect(
      linesOf(service)
        .map(({ msg }) => msg)
        .slice(-2),
    ).toEqual(['stopping', 'stopped']);
  });

  async function serialOf(address: string): Promise<string> {
    const { hostname: host, port } = new URL(address);
    const socket = connect({ host, port: Number(port), ca: authority.ca });
    await once(socket, 'secureConnect');
    const { serialNumber } = socket.getPeerCertificate();
    socket.destroy();
    return serialNumber;
  }
});

it('logs SIGHUP without a certificate, and goes on', { tags: ['core'] }, async () => {
  const service = await startServe([], { configFolder: folder.with({}) });
  service.signal('SIGHUP');
  await expect.poll(() => service.log()).toContain('"nothing to reload"');
  expect((await fetch(`${service.address}/livez`)).status).toBe(200);
  expect(await service.stop()).toBe(0);
});

it(
  'does not start with a webhook secret that cannot sign, and does not quote it',
  { tags: ['core'] },
  async () => {
    const env = { PLATEN_WEBHOOK_SECRET: 'whsec_no base64' };
    const { status, stdout, stderr } = await runServe([], { configFolder: folder.with({}), env });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(
      'PLATEN_WEBHOOK_SECRET cannot be used: The signing secret is malformed',
    );
    expect(stderr).not.toContain('no base64');
  },
);

it.runIf(process.platform === 'linux')(
  'is not ready while Chromium hangs, and is again when it goes on',
  { timeout: 240_000 },
  async () => {
    const tmp = folder.with({});
    const options = { configFolder: folder.with({}), env: { TMPDIR: tmp } };
    const service = await startServe([], options);
    const checks = async () => {
      const response = await fetch(`${service.address}/readyz`);
      return { status: response.status, ...((await response.json()) as object) };
    };
    const ready = { status: 200, checks: { chromium: 'ok', database: 'ok', disk: 'ok' } };
    await expect.poll(checks).toMatchObject({ checks: ready.checks });
    const chromiums = chromiumsIn(tmp);
    expect(chromiums.length).toBeGreaterThan(0);
    for (const pid of chromiums) process.kill(pid, 'SIGSTOP');
    const hanging = { status: 'not-ready', checks: { chromium: 'no-answer', database: 'ok' } };
    await expect.poll(checks).toMatchObject({ checks: hanging.checks });
    expect((await fetch(`${service.address}/livez`)).status).toBe(200);
    for (const pid of chromiums) process.kill(pid, 'SIGCONT');
    await expect.poll(checks).toMatchObject({ checks: ready.checks });
    const metrics = await (await fetch(`${service.address}/metrics`)).text();
    const memory = /^platen_chromium_resident_memory_bytes\{kind="other"\} (\d+)$/m.exec(metrics);
    expect(Number(memory?.[1])).toBeGreaterThan(1_000_000);
    expect(await service.stop()).toBe(0);
  },
);

/** Only root mounts a small disk; the unit test of the service has the error without a disk. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

it.runIf(canMount)('returns 507 while its disk is full, says so, and recovers', async () => {
  const disk = join(folder.with({}), 'disk');
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=112m', 'tmpfs', disk]);
  try {
    const service = await serveHere(['--results', disk], folder.with({}));
    const ready = async () => (await (await fetch(`${service.address}/readyz`)).json()) as object;
    await expect.poll(ready).toMatchObject({ checks: { disk: 'ok' } });
    expect((await postPdf(service, { source: '<p>x' })).status).toBe(200);
    execFileSync('sh', ['-c', `head -c 200m /dev/zero > ${disk}/rest 2>/dev/null || true`]);
    const full = await postPdf(service, { source: '<p>x' });
    expect([full.status, (await errorOf(full)).code]).toEqual([507, 'storage-full']);
    await expect.poll(ready).toMatchObject({ status: 'not-ready', checks: { disk: 'full' } });
    rmSync(join(disk, 'rest'));
    expect((await postPdf(service, { source: '<p>x' })).status).toBe(200);
    await expect.poll(ready).toMatchObject({ status: 'ready' });
    await service.stop();
  } finally {
    execFileSync('umount', [disk]);
  }
});
