import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { DeliveryFailure } from '../network/delivery-failure.js';
import { includesHost, textOfFile } from './openssh-files.js';

/** A line of a `known_hosts` file that is about a host (sshd(8), "SSH_KNOWN_HOSTS FILE FORMAT"). */
export interface KnownKey {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly isRevoked: boolean;
  /** Such as `ssh-ed25519`. */
  readonly type: string;
  readonly key: Buffer;
}

/** What the known keys of a host say about the key that it has. */
export type Verdict =
  | { readonly kind: 'known' | 'unknown' }
  | { readonly kind: 'changed' | 'revoked'; readonly by: KnownKey };

/** As OpenSSH prints it. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/** Such as `ssh-ed25519`. @param key in the SSH format */
export function typeOfKey(key: Buffer): string {
  const length = key.length < 4 ? 0 : key.readUInt32BE(0);
  return key.subarray(4, 4 + Math.min(length, 64)).toString('latin1');
}

/** Those that OpenSSH reads. @param own the user's; null: the default ones */
export function knownHostsFiles(own: readonly string[] | null): readonly string[] {
  const usual = ['known_hosts', 'known_hosts2'].map((name) => join(homedir(), '.ssh', name));
  return [...(own ?? usual), '/etc/ssh/ssh_known_hosts', '/etc/ssh/ssh_known_hosts2'];
}

/**
 * Without those of certificate authorities.
 * @param host a name or an IP address, without brackets
 * @throws DeliveryFailure if a file exists and cannot be read: it may hold a key that differs
 */
export async function knownKeys(
  host: string,
  port: number,
  files: readonly string[],
): Promise<readonly KnownKey[]> {
  const name = port === 22 ? host : `[${host}]:${port}`;
  const found: KnownKey[] = [];
  for (const file of files) {
    const text = await textOfFile(
      file,
      (reason) => new DeliveryFailure('delivery-refused', reason, { field: 'hostKey', reason }),
    );
    for (const [index, line] of text.split('\n').entries()) {
      const key = readLine(line, name.toLowerCase());
      if (key !== null) found.push({ ...key, file, line: index + 1 });
    }
  }
  return found;
}

/** Decides about the key of a server. A key of another type than the known ones is a change. */
export function verdictOf(known: readonly KnownKey[], key: Buffer): Verdict {
  const same = known.filter((each) => each.key.equals(key));
  const revoked = same.find(({ isRevoked }) => isRevoked);
  if (revoked) return { kind: 'revoked', by: revoked };
  if (same.length > 0) return { kind: 'known' };
  const valid = known.filter(({ isRevoked }) => !isRevoked);
  const type = typeOfKey(key);
  const other = valid.find((each) => each.type === type) ?? valid[0];
  return other ? { kind: 'changed', by: other } : { kind: 'unknown' };
}

function readLine(line: string, host: string): Pick<KnownKey, 'isRevoked' | 'type' | 'key'> | null {
  const words = line.trim().split(/\s+/);
  if (words[0] === '' || words[0]?.startsWith('#') === true) return null;
  const marker = words[0]?.startsWith('@') === true ? words.shift() : undefined;
  const [hosts = '', type = '', encoded = ''] = words;
  if (marker !== undefined && marker !== '@revoked') return null;
  if (encoded === '' || !isAbout(hosts, host)) return null;
  return { isRevoked: marker === '@revoked', type, key: Buffer.from(encoded, 'base64') };
}

function isAbout(hosts: string, host: string): boolean {
  if (hosts.startsWith('|')) return isHashOf(hosts, host);
  return includesHost(hosts.split(','), host);
}

function isHashOf(hashed: string, host: string): boolean {
  const [, version, salt = '', hash = ''] = hashed.split('|');
  if (version !== '1') return false;
  const expected = Buffer.from(hash, 'base64');
  const found = createHmac('sha1', Buffer.from(salt, 'base64')).update(host).digest();
  return expected.length === found.length && timingSafeEqual(expected, found);
}
