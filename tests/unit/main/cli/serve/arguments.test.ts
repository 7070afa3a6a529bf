import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { parseKeysArguments } from '../../../../../electron/main/cli/keys/arguments.js';
import { parseServeArguments } from '../../../../../electron/main/cli/serve/arguments.js';
import { errorData, publicError } from '../../../../../electron/shared/messages/errors.js';

/** Returns the issues of a command line of `serve`, as `field: message`. */
function issuesOf(...args: readonly string[]): readonly string[] {
  try {
    parseServeArguments(args, '/');
    return [];
  } catch (error) {
    return (publicError(errorData(error)).fields ?? []).map(
      ({ field, message }) => `${field}: ${message}`,
    );
  }
}

describe('--base-url', () => {
  const login =
    'base-url: --base-url contains a user name or password. Enter a URL such as https://pdf.example.org.';

  it.each([
    'https://u:secretpw@x.org/a?b=c',
    'https://u:secretpw@x.org',
    'https://u@x.org',
    'https://u:secret/pw@x.org',
    'https://u:secret pw@x.org',
  ])('%s has a login, which is not shown', (address) => {
    expect(issuesOf('--base-url', address)).toEqual([login]);
  });

  it.each(['ftp://u:secretpw@x.org', 'https://u:secretpw@x.org:99999', 'https://u:secretpw@'])(
    'other issues of %s are reported without its login',
    (address) => {
      const [issue = ''] = issuesOf('--base-url', address);
      expect(issue).toMatch(/URL\. Enter a URL such as/);
      expect(issue).not.toContain('secret');
    },
  );

  it.each(['https://x.org/a?b=c', 'https://x.org/?', 'https://x.org/#a'])(
    '%s has more than a base URL may have',
    (address) => {
      expect(issuesOf('--base-url', address)).toEqual([
        `base-url: --base-url "${address}" has more than a host and a path. Enter a URL such as https://pdf.example.org.`,
      ]);
    },
  );

  it.each([
    ['https://x.org/pdf/', 'https://x.org/pdf'],
    [' https://x.org ', 'https://x.org'],
    ['https://x.org/@pdf', 'https://x.org/@pdf'],
  ])('%j is accepted', (address, baseUrl) => {
    expect(parseServeArguments(['--base-url', address], '/')).toMatchObject({
      options: { baseUrl },
    });
  });
});

describe('--memory-limit', () => {
  it('is a number of gigabytes, and chosen for the machine without it', () => {
    expect(parseServeArguments(['--memory-limit', '8'], '/')).toMatchObject({ memoryLimit: 8 });
    expect(parseServeArguments([], '/')).toMatchObject({ memoryLimit: null });
  });

  it.each(['0', '65', '1.5', 'x'])('rejects %s', (value) => {
    expect(issuesOf('--memory-limit', value)).toEqual([
      expect.stringContaining('memory-limit: --memory-limit'),
    ]);
  });
});

describe('the database', () => {
  const url = 'postgres://platen:secretpw@db/platen';
  const rest = ['--results', '/pdfs'];
  const folder = mkdtempSync(join(tmpdir(), 'platen-database-'));
  const file = (text: string) => {
    const path = join(folder, 'database');
    writeFileSync(path, text);
    return path;
  };
  afterEach(() => vi.unstubAllEnvs());
  afterAll(() => rmSync(folder, { recursive: true }));

  const place = (...args: readonly string[]) => parseServeArguments([...args, ...rest], folder);
  const database = { accounts: { kind: 'database', address: url } };

  it('is that of --database, of the first line of a file, or of the variable', () => {
    expect(place('--database', url)).toMatchObject(database);
    file(`${url}\nsecond line\n`);
    expect(place('--database-file', 'database')).toMatchObject(database);
    vi.stubEnv('PLATEN_DATABASE', url);
    expect(place()).toMatchObject(database);
    expect(parseKeysArguments(['list'], '/')).toMatchObject({ place: database.accounts });
  });

  it('is that of an option even if the variable is set', () => {
    vi.stubEnv('PLATEN_DATABASE', 'postgres://other/other');
    expect(place('--database', url)).toMatchObject(database);
    expect(parseServeArguments(['--accounts', 'a'], '/')).toMatchObject({
      accounts: { kind: 'folder', folder: '/a' },
    });
    expect(parseServeArguments(['--no-auth'], '/')).toMatchObject({ accounts: null });
  });

  it('needs --results wherever its URL is from', () => {
    const [issue = ''] = issuesOf('--database-file', file(url));
    expect(issue).toContain('Add --results FOLDER or');
  });

  it.each([
    ['both options', ['--database', url, '--database-file', file(url)], 'Remove one of them.'],
    ['accounts too', ['--accounts', 'a', '--database-file', file(url)], 'Remove one of them.'],
    ['a missing file', ['--database-file', 'no-such-file'], '"no-such-file" does not exist'],
    ['a folder', ['--database-file', tmpdir()], 'is a folder, not a file.'],
  ])('is refused: %s', (_name, args, text) => {
    const issues = issuesOf(...args, ...rest);
    expect(issues).toEqual([expect.stringContaining(text)]);
    expect(issues.join()).not.toContain('secretpw');
  });

  it('is refused without quoting it if it is not a PostgreSQL URL', () => {
    const path = file('mysql://platen:secretpw@db');
    expect(issuesOf('--database-file', path, ...rest)).toEqual([
      `database-file: "${path}" is not the URL of a PostgreSQL database. Enter a URL such as postgres://platen@localhost/platen.`,
    ]);
    vi.stubEnv('PLATEN_DATABASE', '');
    expect(issuesOf(...rest)).toEqual([
      expect.stringContaining('PLATEN_DATABASE: PLATEN_DATABASE is not the URL'),
    ]);
  });
});

describe('--results', () => {
  const accounts = ['--accounts', 'a'];

  it.each([
    ['pdfs', { kind: 'folder', folder: '/pdfs' }],
    ['s3://bucket', { kind: 'bucket', bucket: 'bucket', prefix: '' }],
    ['s3://bucket/', { kind: 'bucket', bucket: 'bucket', prefix: '' }],
    ['s3://bucket/a/b/', { kind: 'bucket', bucket: 'bucket', prefix: 'a/b' }],
  ])('%s is a folder, or a folder of a bucket', (value, results) => {
    expect(parseServeArguments([...accounts, '--results', value], '/')).toMatchObject({ results });
  });

  it.each([
    's3://',
    's3://Bucket',
    's3://b',
    's3://bucket/a//b',
    's3://bucket/../a',
    's3://bucket/{name}',
  ])('refuses %s', (value) => {
    expect(issuesOf(...accounts, '--results', value)).toEqual([
      `results: --results is "${value}". Enter a folder, or a folder of a bucket such as s3://bucket/folder.`,
    ]);
  });

  it('in a bucket needs accounts, as its PDFs outlive the run', () => {
    expect(issuesOf('--results', 's3://bucket/a')).toEqual([
      expect.stringContaining('requires accounts: --accounts FOLDER or --database URL.'),
    ]);
  });
});
