import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { join } from 'node:path';

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
  /** Signs a certificate for host names and IPv4 addresses, which ends in some days. */
  readonly issue: (names: readonly string[], days?: number) => ServerCertificate;
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
    issue: (names, days) => {
      const own = newKeys();
      const extensions = [
        extension('2.5.29.17', sequence(...names.map(alternativeName))),
        extension('2.5.29.35', sequence(tagged(0, keyId(publicKey), false))),
      ];
      return {
        cert: certificate('Server of the tests', own.publicKey, privateKey, extensions, days),
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}

function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

/** Creates a certificate, signed by the authority (RFC 5280, section 4.1). */
function certificate(
  subject: string,
  publicKey: KeyObject,
  authorityKey: KeyObject,
  extensions: readonly Buffer[],
  days = 1,
): string {
  const ecdsaWithSha256 = sequence(identifier('1.2.840.10045.4.3.2'));
  const content = sequence(
    tagged(0, integer(Buffer.from([2])), true),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name(authorityName),
    sequence(time(new Date(Date.now() - 9 * dayMs)), time(new Date(Date.now() + days * dayMs))),
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
/** Values in DER, the encoding of certificates (ITU-T X.690). */

function sequence(...parts: readonly Buffer[]): Buffer {
  return value(0x30, ...parts);
}

function set(...parts: readonly Buffer[]): Buffer {
  return value(0x31, ...parts);
}

/** Encodes a non-negative integer, whose first byte is not 0. */
function integer(bytes: Buffer): Buffer {
  const isSeenAsNegative = (bytes[0] ?? 0) >= 0x80;
  return value(0x02, Buffer.from(isSeenAsNegative ? [0] : []), bytes);
}

function boolean(is: boolean): Buffer {
  return value(0x01, Buffer.from([is ? 0xff : 0]));
}

function octets(bytes: Buffer): Buffer {
  return value(0x04, bytes);
}

/** @param unused number of unused bits at the end */
function bits(bytes: Buffer, unused = 0): Buffer {
  return value(0x03, Buffer.from([unused]), bytes);
}

function text(characters: string): Buffer {
  return value(0x0c, Buffer.from(characters));
}

/** Encodes a time before 2050, in whole seconds. */
function time(moment: Date): Buffer {
  const digits = moment.toISOString().replace(/\.\d+Z$|\D/g, '');
  return value(0x17, Buffer.from(`${digits.slice(2)}Z`));
}

/** Encodes an object identifier such as `2.5.29.17`. */
function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return value(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(inBase128)]));
}

/** Encodes a context-specific value. */
function tagged(number: number, content: Buffer, isConstructed: boolean): Buffer {
  return value(0x80 | number | (isConstructed ? 0x20 : 0), content);
}

function value(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content]);
}

function lengthBytes(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes = length > 0xff ? [length >> 8, length & 0xff] : [length];
  return [0x80 | bytes.length, ...bytes];
}

function inBase128(number: number): readonly number[] {
  const last = number % 128;
  const before = Math.floor(number / 128);
  return before === 0 ? [last] : [...inBase128(before).map((byte) => byte | 0x80), last];
}
