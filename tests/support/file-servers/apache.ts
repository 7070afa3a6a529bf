import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localNames, makeAuthority } from '../certificates.js';
import { freePorts } from '../free-port.js';
import { outputOf } from '../run-program.js';
import { apacheProgram } from './server-programs.mjs';
import { untilListening } from './until-listening.js';

/**
 * Apache with mod_dav on 127.0.0.1. `/private/` has the user `me` with the password `hunter22`, and
 * `/digest/` the same with Digest authentication.
 */
export interface Apache {
  readonly port: number;
  /** For HTTPS. */
  readonly securePort: number;
  /** The certificate of the authority that has signed the server's, as a PEM file. */
  readonly caFile: string;
  /** The folder that `/open/`, `/private/` and `/digest/` show. */
  readonly files: string;
  readonly stop: () => Promise<void>;
}

const modules = [
  ...['mpm_event', 'authn_core', 'authn_file', 'authz_core', 'authz_user', 'auth_basic'],
  ...['auth_digest', 'alias', 'dav', 'dav_fs', 'ssl'],
];

/** Starts the server in a temporary folder. @throws Error if it does not start */
export async function startApache(): Promise<Apache> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-apache-'));
  // As root, Apache serves as another user.
  chmodSync(folder, 0o777);
  const files = join(folder, 'files');
  mkdirSync(files);
  chmodSync(files, 0o777);
  mkdirSync(join(folder, 'locks'));
  chmodSync(join(folder, 'locks'), 0o777);
  const hash = await outputOf('openssl', ['passwd', '-apr1', 'hunter22']);
  writeFileSync(join(folder, 'users'), `me:${String(hash)}`);
  const digest = createHash('md5').update('me:files:hunter22').digest('hex');
  writeFileSync(join(folder, 'digests'), `me:files:${digest}\n`);
  const { caFile, issue } = makeAuthority(folder);
  const { cert, key } = issue(localNames);
  writeFileSync(join(folder, 'server.pem'), cert + key);
  const [port = 0, securePort = 0] = await freePorts(2);
  const lines = [
    ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    ...(process.getuid?.() === 0 ? ['User nobody', 'Group nogroup'] : []),
    `ServerRoot ${folder}`,
    'ServerName 127.0.0.1',
    `Listen 127.0.0.1:${port}`,
    `Listen 127.0.0.1:${securePort} https`,
    `<VirtualHost 127.0.0.1:${securePort}>\nSSLEngine on`,
    `SSLCertificateFile ${folder}/server.pem\n</VirtualHost>`,
    `PidFile ${folder}/pid`,
    `ErrorLog ${folder}/errors`,
    `DavLockDB ${folder}/locks/db`,
    ...['open', 'private', 'digest'].map((name) => `Alias /${name} ${files}`),
    '<Location /open>\nDav On\nRequire all granted\n</Location>',
    '<Location /private>\nDav On\nAuthType Basic\nAuthName files',
    `AuthUserFile ${folder}/users\nRequire valid-user\n</Location>`,
    '<Location /digest>\nDav On\nAuthType Digest\nAuthName files\nAuthDigestProvider file',
    `AuthUserFile ${folder}/digests\nRequire valid-user\n</Location>`,
    'Redirect 302 /moved http://127.0.0.1:9/',
  ];
  const configuration = join(folder, 'apache.conf');
  writeFileSync(configuration, `${lines.join('\n')}\n`);
  const apache = spawn(apacheProgram, ['-X', '-f', configuration], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => apache.once('exit', () => resolve()));
  await untilListening(securePort);
  return {
    ...{ port, securePort, caFile },
    files,
    stop: async () => {
      apache.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
