import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf } from './run-program.js';

/** A server's certificate and its key, as PEM. */
export interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
}

/** An authority of the tests' own, which no computer trusts unless it is told to. */
export interface Authority {
  /** Its certificate as PEM: what a person would name as the CA file. */
  readonly caFile: string;
  readonly ca: string;
  /** Signs a certificate for host names and IP addresses. */
  readonly issue: (names: readonly string[]) => Promise<ServerCertificate>;
}

/** The names that servers of tests are called by. */
export const localNames = ['127.0.0.1', 'localhost', 's3.localtest', '*.s3.localtest'];

/**
 * Makes an authority with openssl.
 * @param folder where its files lie; one authority a folder
 */
export async function makeAuthority(folder: string): Promise<Authority> {
  const keyFile = join(folder, 'ca.key');
  const caFile = join(folder, 'ca.pem');
  await openssl([
    ...['req', '-x509', '-days', '2', '-subj', '/CN=Authority of the tests', ...newKey(keyFile)],
    ...['-out', caFile, '-addext', 'keyUsage=critical,keyCertSign'],
  ]);
  let issued = 0;
  return {
    caFile,
    ca: readFileSync(caFile, 'utf8'),
    issue: async (names) => {
      issued += 1;
      const own = join(folder, `server-${issued}`);
      await openssl([
        ...['req', '-new', '-subj', '/CN=Server of the tests', '-out', `${own}.csr`],
        ...newKey(`${own}.key`),
      ]);
      writeFileSync(`${own}.ext`, `subjectAltName=${names.map(alternativeName).join(',')}\n`);
      await openssl([
        ...['x509', '-req', '-days', '2', '-in', `${own}.csr`, '-extfile', `${own}.ext`],
        ...['-CA', caFile, '-CAkey', keyFile, '-CAcreateserial', '-out', `${own}.pem`],
      ]);
      return { cert: readFileSync(`${own}.pem`, 'utf8'), key: readFileSync(`${own}.key`, 'utf8') };
    },
  };
}

function newKey(file: string): readonly string[] {
  return ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', file];
}

function alternativeName(name: string): string {
  return /^[\d.]+$/.test(name) ? `IP:${name}` : `DNS:${name}`;
}

async function openssl(args: readonly string[]): Promise<void> {
  await outputOf('openssl', args);
}
