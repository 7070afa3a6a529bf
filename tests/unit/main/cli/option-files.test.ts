import { createPrivateKey } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type OptionFolder,
  prepareFolders,
  readTlsFiles,
} from '../../../../electron/main/cli/option-files.js';
import { errorData, publicError } from '../../../../electron/shared/messages/errors.js';
import { localNames, makeAuthority } from '../../../support/certificates.js';

let top: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'platen-usable-'));
});
afterEach(() => rmSync(top, { recursive: true }));

/** Returns the issues of a rejected request, as `field: message`. */
async function issuesOf(work: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return [];
  const { code, fields = [] } = publicError(errorData(error));
  expect(code).toBe('invalid-request');
  return fields.map(({ field, message }) => `${field}: ${message}`);
}

const folderIssues = async (...folders: readonly OptionFolder[]) =>
  issuesOf(prepareFolders(folders));

const sentence = (option: string, folder: string, code: string) =>
  `${option}: The folder ${folder} of --${option} cannot be created or written (${code}). Change its permissions, or choose another folder.`;

describe('folders that options name', () => {
  it('are created with their parents', async () => {
    const [accounts, results] = [join(top, 'a', 'b'), join(top, 'c')];
    const folders = [
      { option: 'accounts', folder: accounts },
      { option: 'results', folder: results },
    ] as const;
    expect(await folderIssues(...folders)).toEqual([]);
    expect(await folderIssues(...folders)).toEqual([]);
    expect([accounts, results].map((folder) => statSync(folder).isDirectory())).toEqual([
      true,
      true,
    ]);
    if (process.platform !== 'win32') expect(statSync(accounts).mode & 0o777).toBe(0o700);
  });

  it('are reported together if they are files, or in files', async () => {
    const file = join(top, 'file');
    writeFileSync(file, '');
    expect(
      await folderIssues({ option: 'accounts', folder: file }, { option: 'results', folder: file }),
    ).toEqual([sentence('accounts', file, 'ENOTDIR'), sentence('results', file, 'ENOTDIR')]);
    const [below = ''] = await folderIssues({ option: 'results', folder: join(file, 'x') });
    expect(below).toMatch(/^results: .* cannot be created or written \((ENOTDIR|ENOENT)\)/);
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'are reported if the user may not write [root may write everywhere]',
    async () => {
      const locked = join(top, 'locked');
      mkdirSync(locked);
      chmodSync(locked, 0o500);
      const inside = join(locked, 'x');
      expect(
        await folderIssues(
          { option: 'accounts', folder: locked },
          { option: 'results', folder: inside },
        ),
      ).toEqual([sentence('accounts', locked, 'EACCES'), sentence('results', inside, 'EACCES')]);
    },
  );

  it.runIf(process.platform === 'linux')('are reported if nothing can be created', async () => {
    const folder = '/proc/platen/accounts';
    expect(await folderIssues({ option: 'accounts', folder })).toEqual([
      sentence('accounts', folder, 'ENOENT'),
    ]);
  });
});

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

/** Returns the issues of two files, without the folder. */
async function tlsIssues(cert: string, key: string): Promise<readonly string[]> {
  const issues = await issuesOf(readTlsFiles({ cert: at(cert), key: at(key) }));
  return issues.map((issue) => issue.replaceAll(join(folder, '/'), ''));
}

describe('the files of --tls-cert and --tls-key', () => {
  it('are read if they belong together', async () => {
    const { cert, key } = await readTlsFiles({ cert: at('cert'), key: at('key') });
    expect([cert, key]).toEqual([
      expect.stringContaining('BEGIN CERTIFICATE'),
      expect.stringContaining('BEGIN PRIVATE KEY'),
    ]);
  });

  it.each([
    [
      'other',
      'does not belong to the certificate cert of --tls-cert. Choose the private key of this certificate.',
    ],
    ['encrypted', 'is encrypted. Choose a key without a passphrase.'],
    ['older', 'is encrypted. Choose a key without a passphrase.'],
    ['cert', 'contains no readable private key. Choose another file.'],
    ['text', 'is not in PEM format. Choose a file that starts with -----BEGIN.'],
  ])('reject the key %s', async (key, issue) => {
    expect(await tlsIssues('cert', key)).toEqual([
      `tls-key: The file ${key} of --tls-key ${issue}`,
    ]);
  });

  it('reject an unusable certificate', async () => {
    expect(await tlsIssues('key', 'key')).toEqual([
      'tls-cert: The file key of --tls-cert contains no readable certificate. Choose another file.',
    ]);
    expect(await tlsIssues('chain', 'key')).toEqual([
      'tls-cert: The file chain of --tls-cert cannot be used for TLS with its key. Choose another file.',
    ]);
  });

  it('are reported together if both are invalid', async () => {
    expect(await tlsIssues('none', 'gone')).toEqual([
      'tls-cert: "none" does not exist; check the path.',
      'tls-key: "gone" does not exist; check the path.',
    ]);
  });
});
