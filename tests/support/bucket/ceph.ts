import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localNames, makeAuthority } from '../certificates.js';
import { freePorts } from '../free-port.js';
import { outputOf } from '../run-program.js';
import { testLimits } from '../runner-options.js';
import {
  type CephPlan,
  cephConfiguration,
  hostName,
  monitorAddress,
} from './ceph-configuration.js';
import { missingCephPackages } from './ceph-programs.mjs';
import { type ProcessGuard, guardFolder } from './process-guard.mjs';
import { setTimeout as delay } from 'node:timers/promises';

/** An access key and its secret. */
export interface S3Key {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** How to connect to a running gateway. Plain data, for other processes. */
export interface Ceph {
  /** `http://127.0.0.1:PORT` */
  readonly endpoint: string;
  /** `https://127.0.0.1:PORT`, with a certificate of the test authority. */
  readonly secureEndpoint: string;
  /** `http://s3.localtest:PORT`, for virtual-host buckets; must resolve to 127.0.0.1. */
  readonly namedEndpoint: string;
  /** `https://s3.localtest:PORT` */
  readonly secureNamedEndpoint: string;
  /** The gateway's certificate authority, as a PEM file. */
  readonly caFile: string;
  /** `CEPH_CONF` for `radosgw-admin`. */
  readonly configurationFile: string;
  /** The owner of the buckets: the customer. */
  readonly owner: S3Key;
  /** Writes to them by a policy: the API's uploading identity. */
  readonly uploader: S3Key;
}

export interface RunningCeph extends Ceph {
  /** Kills it and deletes its data. */
  readonly stop: () => Promise<void>;
}

/** The region of Ceph's gateway. */
export const region = 'us-east-1';

const owner: S3Key = {
  accessKeyId: 'PLATENTESTOWNER00001',
  secretAccessKey: 'secret-of-the-owner-which-only-tests-use',
};
const uploader: S3Key = {
  accessKeyId: 'PLATENTESTUPLOAD0001',
  secretAccessKey: 'secret-of-uploaders-which-only-tests-use',
};

/**
 * Starts Ceph's S3 gateway on free ports of 127.0.0.1: a monitor, an in-memory store and the
 * gateway, with the users `owner` and `uploader`. Takes about a second and 150 MB; ends with this
 * process at the latest.
 * @throws Error if its programs are not installed or one of them does not start
 */
export async function startCeph(): Promise<RunningCeph> {
  const missing = missingCephPackages();
  if (missing.length > 0) {
    throw new Error(
      `Ceph's gateway is not installed. Install ${missing.join(', ')} (Debian's names).`,
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'platen-ceph-'));
  const guard = guardFolder(folder);
  try {
    return { ...(await start(folder, guard)), stop: guard.end };
  } catch (error) {
    await guard.end();
    throw error;
  }
}

async function start(folder: string, guard: ProcessGuard): Promise<Ceph> {
  const authority = makeAuthority(folder);
  const { cert, key } = authority.issue(localNames);
  const plan = await planIn(folder);
  writeFileSync(plan.certificateFile, key + cert);
  const configurationFile = join(folder, 'ceph.conf');
  writeFileSync(configurationFile, cephConfiguration(plan));
  const env = { ...process.env, CEPH_CONF: configurationFile };
  await makeKeyring(folder, env);
  await startMonitor(plan, guard, env);
  await startStore(folder, guard, env);
  const daemon = (name: string) => ({ env, logFile: join(folder, `${name}.out`) });
  guard.start('radosgw', ['-n', 'client.gateway', '-f'], daemon('gateway'));
  const { plain, secure } = plan.ports;
  await untilReady(`http://127.0.0.1:${plain}/`, join(folder, 'gateway.out'));
  await makeUser('owner', owner, env);
  await makeUser('uploader', uploader, env);
  return {
    endpoint: `http://127.0.0.1:${plain}`,
    secureEndpoint: `https://127.0.0.1:${secure}`,
    namedEndpoint: `http://${hostName}:${plain}`,
    secureNamedEndpoint: `https://${hostName}:${secure}`,
    caFile: authority.caFile,
    configurationFile,
    owner,
    uploader,
  };
}

async function planIn(folder: string): Promise<CephPlan> {
  for (const name of ['mon', 'osd', 'gateway']) mkdirSync(join(folder, name));
  const [monitor = 0, oldMonitor = 0, plain = 0, secure = 0] = await freePorts(4);
  return {
    folder,
    id: randomUUID(),
    ports: { monitor, oldMonitor, plain, secure },
    certificateFile: join(folder, 'gateway.pem'),
  };
}

async function makeUser(name: string, key: S3Key, env: NodeJS.ProcessEnv): Promise<void> {
  const keys = [`--access-key=${key.accessKeyId}`, `--secret=${key.secretAccessKey}`];
  const args = ['user', 'create', `--uid=${name}`, `--display-name=${name}`, ...keys];
  await outputOf('radosgw-admin', args, { env });
}

/**
 * Waits until a URL responds.
 * @param logFile the process's output, for the error
 * @throws Error after the limit of a hook
 */
async function untilReady(address: string, logFile: string): Promise<void> {
  const end = Date.now() + testLimits.hook;
  let last: unknown;
  while (Date.now() < end) {
    try {
      await fetch(address, { signal: AbortSignal.timeout(testLimits.poll) });
      return;
    } catch (error) {
      last = error;
      await delay(20);
    }
  }
  throw new Error(`${address} does not answer: ${readFileSync(logFile, 'utf8')}`, { cause: last });
}

/** Creates one file with the keys of all daemons. */
async function makeKeyring(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
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
async function startMonitor(
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
async function startStore(
  folder: string,
  guard: ProcessGuard,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const id = randomUUID();
  await outputOf('ceph', ['--connect-timeout', '30', 'osd', 'new', id, '0'], { env });
  await outputOf('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', id], { env });
  guard.start('ceph-osd', ['-i', '0', '-f'], { env, logFile: join(folder, 'store.out') });
}
