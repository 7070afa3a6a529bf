import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import {
  bits,
  boolean,
  identifier,
  integer,
  octets,
  sequence,
  set,
  tagged,
  text,
  time,
} from './der.js';

/** A server's certificate and its key, as PEM. */
export interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority for tests, which no machine trusts by default. */
export interface Authority {
  /** Its certificate, as a PEM file. */
  readonly caFile: string;
  readonly ca: string;
  /** Signs a certificate for host names and IPv4 addresses. */
  readonly issue: (names: readonly string[]) => ServerCertificate;
}

/** The host names of test servers. */
export const localNames = ['127.0.0.1', 'localhost', 's3.localtest', '*.s3.localtest'];

const authorityName = 'Authority of the tests';
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Creates an authority.
 * @param folder for its certificate, `ca.pem`
 */
export function makeAuthority(folder: string): Authority {
  const { publicKey, privateKey } = newKeys();
  const ca = certificate(authorityName, publicKey, privateKey, [
    criticalExtension('2.5.29.19', sequence(boolean(true))),
    // It may sign certificates.
    criticalExtension('2.5.29.15', bits(Buffer.from([0b0000_0100]), 2)),
    extension('2.5.29.14', octets(keyId(publicKey))),
  ]);
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, ca);
  return {
    caFile,
    ca,
    issue: (names) => {
      const own = newKeys();
      const extensions = [
        extension('2.5.29.17', sequence(...names.map(alternativeName))),
        extension('2.5.29.35', sequence(tagged(0, keyId(publicKey), false))),
      ];
      return {
        cert: certificate('Server of the tests', own.publicKey, privateKey, extensions),
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}

function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** Creates a certificate for two days, signed by the authority (RFC 5280, section 4.1). */
function certificate(
  subject: string,
  publicKey: KeyObject,
  authorityKey: KeyObject,
  extensions: readonly Buffer[],
): string {
  const ecdsaWithSha256 = sequence(identifier('1.2.840.10045.4.3.2'));
  const content = sequence(
    tagged(0, integer(Buffer.from([2])), true),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name(authorityName),
    sequence(time(new Date(Date.now() - dayMs)), time(new Date(Date.now() + dayMs))),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensions), true),
  );
  const signature = bits(sign('sha256', content, authorityKey));
  return pem(sequence(content, ecdsaWithSha256, signature));
}

function name(common: string): Buffer {
  return sequence(set(sequence(identifier('2.5.4.3'), text(common))));
}

function extension(id: string, content: Buffer): Buffer {
  return sequence(identifier(id), octets(content));
}

function criticalExtension(id: string, content: Buffer): Buffer {
  return sequence(identifier(id), boolean(true), octets(content));
}

function keyId(key: KeyObject): Buffer {
  return createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest();
}

function alternativeName(host: string): Buffer {
  if (isIPv4(host)) return tagged(7, Buffer.from(host.split('.').map(Number)), false);
  return tagged(2, Buffer.from(host), false);
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
