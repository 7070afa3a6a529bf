import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { outputOf } from '../run-program.js';
import { type CephPlan, monitorAddress } from './ceph-configuration.js';
import type { ProcessGuard } from './process-guard.mjs';

/** Creates one file with the keys of all daemons. */
export async function makeKeyring(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const rights: Readonly<Record<string, readonly string[]>> = {
    'mon.': ['mon', 'allow *'],
    'osd.0': ['mon', 'allow profile osd', 'osd', 'allow *'],
    'client.admin': ['mon', 'allow *', 'osd', 'allow *'],
    'client.gateway': ['mon', 'allow *', 'osd', 'allow *'],
  };
  const file = join(folder, 'keyring');
  await outputOf('ceph-authtool', ['--create-keyring', file], { env });
  for (const [name, granted] of Object.entries(rights)) {
    const caps = granted.flatMap((each, index) => (index % 2 === 0 ? ['--cap', each] : [each]));
    await outputOf('ceph-authtool', [file, '--gen-key', '-n', name, ...caps], { env });
  }
}

/** Starts the monitor. */
export async function startMonitor(
  plan: CephPlan,
  guard: ProcessGuard,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const { folder, id } = plan;
  const map = join(folder, 'monmap');
  const address = ['--addv', 'a', monitorAddress(plan)];
  await outputOf('monmaptool', ['--create', '--fsid', id, ...address, map], { env });
  const files = ['--monmap', map, '--keyring', join(folder, 'keyring')];
  await outputOf('ceph-mon', ['-i', 'a', '--mkfs', ...files], { env });
  guard.start('ceph-mon', ['-i', 'a', '-f'], { env, logFile: join(folder, 'monitor.out') });
}

/** Starts the store once the monitor responds. */
export async function startStore(
  folder: string,
  guard: ProcessGuard,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const id = randomUUID();
  await outputOf('ceph', ['--connect-timeout', '30', 'osd', 'new', id, '0'], { env });
  await outputOf('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', id], { env });
  guard.start('ceph-osd', ['-i', '0', '-f'], { env, logFile: join(folder, 'store.out') });
}
