import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../free-port.js';
import { outputOf } from '../run-program.js';
import { sshdProgram } from './server-programs.mjs';
import { untilListening } from './until-listening.js';

/** OpenSSH's server on 127.0.0.1, with keys of its own, for the user that runs the tests. */
export interface Sshd {
  readonly port: number;
  readonly user: string;
  /** Full path of the folder for uploads. */
  readonly files: string;
  /** A private key that it accepts. */
  readonly identity: string;
  /** Another one, whose passphrase is `passphrase`. */
  readonly lockedIdentity: string;
  /** A key that it does not accept. */
  readonly strangeIdentity: string;
  /** Its host keys. */
  readonly hostKeys: Readonly<Record<HostKeyType, HostKey>>;
  readonly stop: () => Promise<void>;
}

const hostKeyTypes = ['ed25519', 'ecdsa', 'rsa'] as const;
type HostKeyType = (typeof hostKeyTypes)[number];

interface HostKey {
  /** `SHA256:…` */
  readonly fingerprint: string;
  /** Its line in a `known_hosts` file, without the host. */
  readonly line: string;
}

/** Starts the server in a temporary folder. @throws Error if it does not start */
export async function startSshd(): Promise<Sshd> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-sshd-'));
  const keyOf = async (name: string, passphrase = '', type: HostKeyType = 'ed25519') => {
    const path = join(folder, name);
    await outputOf('ssh-keygen', ['-q', '-t', type, '-N', passphrase, '-f', path]);
    return path;
  };
  const hosts = await Promise.all(hostKeyTypes.map(async (type) => keyOf(type, '', type)));
  const identity = await keyOf('identity');
  const lockedIdentity = await keyOf('locked', 'passphrase');
  const strangeIdentity = await keyOf('strange');
  const accepted = [identity, lockedIdentity].map((path) => readFileSync(`${path}.pub`, 'utf8'));
  writeFileSync(join(folder, 'authorized'), accepted.join(''));
  const [port = 0] = await freePorts(1);
  const settings = {
    ListenAddress: `127.0.0.1:${port}`,
    PidFile: 'none',
    AuthorizedKeysFile: join(folder, 'authorized'),
    PermitRootLogin: 'yes',
    StrictModes: 'no',
    UsePAM: 'no',
    Subsystem: 'sftp internal-sftp',
  };
  const keyLines = hosts.map((path) => `HostKey ${path}\n`);
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
  const configuration = join(folder, 'sshd_config');
  writeFileSync(configuration, [...keyLines, ...lines].join(''));
  if (process.getuid?.() === 0) await outputOf('mkdir', ['-p', '/run/sshd']);
  const sshd = spawn(sshdProgram, ['-D', '-f', configuration], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => sshd.once('exit', () => resolve()));
  await untilListening(port);
  const files = mkdtempSync(join(tmpdir(), 'platen-sftp-files-'));
  const [ed25519, ecdsa, rsa] = await Promise.all(hosts.map(hostKeyIn));
  if (!ed25519 || !ecdsa || !rsa) throw new Error('ssh-keygen has not made all keys.');
  return {
    port,
    user: userInfo().username,
    ...{ files, identity, lockedIdentity, strangeIdentity },
    hostKeys: { ed25519, ecdsa, rsa },
    stop: async () => {
      sshd.kill();
      await ended;
      await Promise.all([folder, files].map((each) => rm(each, { recursive: true, force: true })));
    },
  };
}

async function hostKeyIn(path: string): Promise<HostKey> {
  const printed = await outputOf('ssh-keygen', ['-l', '-f', `${path}.pub`]);
  const [, fingerprint = ''] = /(SHA256:\S+)/.exec(String(printed)) ?? [];
  const [type = '', key = ''] = readFileSync(`${path}.pub`, 'utf8').split(' ');
  return { fingerprint, line: `${type} ${key}` };
}
