import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTlsFiles } from '../../../../../electron/main/cli/serve/tls-files.js';
import { errorData, publicError } from '../../../../../electron/shared/errors.js';
import { localNames, makeAuthority } from '../../../../support/certificates.js';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-tls-'));
  const authority = makeAuthority(folder);
  const { cert, key } = authority.issue(localNames);
  const locked = { format: 'pem', cipher: 'aes-128-cbc', passphrase: 'a' } as const;
  const encrypted = createPrivateKey(key).export({ ...locked, type: 'pkcs8' });
  const older = createPrivateKey(key).export({ ...locked, type: 'sec1' });
  const files = {
    cert,
    key,
    other: authority.issue(localNames).key,
    encrypted,
    older,
    text: 'no PEM',
    chain: `${cert}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(at(name), content);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What is wrong with two files, without the folder's name. */
async function issuesOf(cert: string, key: string): Promise<readonly string[]> {
  const error: unknown = await readTlsFiles({ cert: at(cert), key: at(key) }).catch(
    (thrown: unknown) => thrown,
  );
  const { code, fields = [] } = publicError(errorData(error));
  expect(code).toBe('invalid-request');
  return fields.map(
    ({ field, message }) => `${field}: ${message.replaceAll(join(folder, '/'), '')}`,
  );
}

describe('the files of --tls-cert and --tls-key', () => {
  it('are read where they belong together', async () => {
    const { cert, key } = await readTlsFiles({ cert: at('cert'), key: at('key') });
    expect([cert, key]).toEqual([
      expect.stringContaining('BEGIN CERTIFICATE'),
      expect.stringContaining('BEGIN PRIVATE KEY'),
    ]);
  });

  it.each([
    [
      'other',
      'does not belong to the certificate cert of --tls-cert; write the one that it was made with.',
    ],
    ['encrypted', 'is encrypted; write one without a passphrase.'],
    ['older', 'is encrypted; write one without a passphrase.'],
    ['cert', 'holds no private key that can be read; write one that does.'],
    ['text', 'is not in the PEM format; write one that begins with -----BEGIN.'],
  ])('the key %s is a mistake', async (key, issue) => {
    expect(await issuesOf('cert', key)).toEqual([`tls-key: The file ${key} of --tls-key ${issue}`]);
  });

  it('a certificate that cannot be used is a mistake', async () => {
    expect(await issuesOf('key', 'key')).toEqual([
      'tls-cert: The file key of --tls-cert holds no certificate that can be read; write one that does.',
    ]);
    expect(await issuesOf('chain', 'key')).toEqual([
      'tls-cert: The file chain of --tls-cert cannot be used for TLS with its key; write another one.',
    ]);
  });

  it('are told together where both are wrong', async () => {
    expect(await issuesOf('none', 'gone')).toEqual([
      'tls-cert: The file none of --tls-cert cannot be read (ENOENT).',
      'tls-key: The file gone of --tls-key cannot be read (ENOENT).',
    ]);
  });
});
