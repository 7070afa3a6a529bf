import { describe, expect, it } from 'vitest';
import { secretOf, sftpTargetSchema } from '../../../electron/shared/server-targets.js';
import {
  bucketFolderAt,
  bucketPath,
  targetFolder,
  targetServerSchema,
  uploadTargetSchema,
} from '../../../electron/shared/targets.js';
import { isSameServer, serverWithUser } from '../../../electron/shared/upload-location.js';
import { issueMessage } from '../../../electron/shared/request/validation.js';
import { englishText } from '../../../electron/shared/messages/translator.js';

const sftp = {
  id: '1',
  name: 'files',
  kind: 'sftp',
  server: 'sftp://files.example.org:2222',
  login: { kind: 'password' },
};
const webdav = { id: '2', name: 'cloud', kind: 'webdav', server: 'davs://cloud.example.org' };
const bucket = {
  id: '3',
  name: 'papers',
  kind: 's3',
  provider: 'aws',
  bucket: 'papers',
  credentials: { kind: 'machine' },
};

/** Returns the issues of a target as `field: message`. */
function issuesOf(target: object): readonly string[] {
  const parsed = uploadTargetSchema.safeParse(target);
  return (parsed.error?.issues ?? []).map(
    (issue) => `${issue.path.join('.')}: ${englishText(issueMessage(issue))}`,
  );
}

describe('uploadTargetSchema', () => {
  it.each([
    ['an SFTP server', sftp, { user: null, folder: '', hostKey: null }],
    ['a WebDAV server', webdav, { user: null, folder: '', caFile: null }],
    ['a bucket', bucket, { prefix: '', pathStyle: false }],
  ])('accepts %s, with defaults', (_name, target, defaults) => {
    expect(uploadTargetSchema.parse(target)).toMatchObject({ ...target, ...defaults });
  });

  it.each([
    [
      { ...sftp, server: 'davs://files.example.org' },
      'server: Server "davs://files.example.org" has the wrong scheme. Start it with sftp://.',
    ],
    [
      { ...webdav, server: 'sftp://cloud.example.org' },
      'server: Server "sftp://cloud.example.org" has the wrong scheme. Start it with davs:// or dav://.',
    ],
    [
      { ...sftp, server: 'sftp://' },
      'server: Server is empty. Enter its address, such as sftp://files.example.org.',
    ],
    [
      { ...sftp, server: 'sftp://me@files.example.org' },
      'server: Server "sftp://me@files.example.org" is not a valid address. Enter one such as sftp://files.example.org.',
    ],
    [
      { ...sftp, server: 'sftp://files.example.org/srv' },
      'server: Server "sftp://files.example.org/srv" is not a valid address. Enter one such as sftp://files.example.org.',
    ],
    [
      { ...sftp, server: 'sftp://files.example.org:99999' },
      'server: Server "sftp://files.example.org:99999" is not a valid address. Enter one such as sftp://files.example.org.',
    ],
    [
      { ...sftp, server: 'sftp://me:hunter22@files.example.org' },
      'server: Server contains a password. Enter that as the password instead.',
    ],
    [
      { ...sftp, folder: 'a//b' },
      'folder: Folder "a//b" has an empty part. Enter it without slashes at its ends, such as reports/2026.',
    ],
    [
      { ...sftp, folder: '../b' },
      'folder: Folder "../b" has a part "." or "..". Write the path in full.',
    ],
    [
      { ...sftp, login: { kind: 'key', file: '' } },
      'login.file: Private key is empty. Choose a file such as ~/.ssh/id_ed25519.',
    ],
    [
      { ...sftp, login: { kind: 'key', file: 'id_rsa' } },
      'login.file: Private key "id_rsa" is not a full path. Choose the file.',
    ],
    [
      { ...sftp, hostKey: 'MD5:1' },
      'hostKey: Host key "MD5:1" is not a fingerprint. Enter SHA256: and 43 characters, as ssh-keygen -l prints it.',
    ],
    [{ ...webdav, user: ' ' }, 'user: User is empty. Enter a name such as me.'],
  ])('refuses %j', (target, issue) => {
    expect(issuesOf(target)).toEqual([issue]);
  });

  it.each(['/home/me/key', '~/.ssh/key', 'C:\\Users\\me\\key', '\\\\server\\key'])(
    'accepts the private key %s',
    (file) => {
      expect(issuesOf({ ...sftp, login: { kind: 'key', file } })).toEqual([]);
    },
  );

  it('refuses fields of another kind', () => {
    expect(uploadTargetSchema.safeParse({ ...webdav, hostKey: null }).success).toBe(false);
    expect(uploadTargetSchema.safeParse({ ...sftp, bucket: 'papers' }).success).toBe(false);
  });
});

it.each([
  [{ kind: 'password' }, 'password'],
  [{ kind: 'key', file: '/key' }, 'passphrase'],
  [{ kind: 'default' }, null],
] as const)('the secret of the sign-in %j is its %s', (login, secret) => {
  expect(secretOf(sftpTargetSchema.parse({ ...sftp, login }))).toBe(secret);
});

it.each([
  [{ ...sftp, folder: '' }, 'sftp://files.example.org:2222/'],
  [{ ...sftp, folder: '~/reports', user: 'me' }, 'sftp://files.example.org:2222/~/reports/'],
  [{ ...webdav, folder: 'a/b' }, 'davs://cloud.example.org/a/b/'],
  [{ ...bucket, prefix: 'a' }, 's3://papers/a/'],
])('destinations of %j start with %s', (target, start) => {
  expect(targetFolder(uploadTargetSchema.parse(target))).toBe(start);
});

it.each([
  ['sftp://files.example.org', 'sftp://me@FILES.example.org:22', true],
  ['davs://files.example.org:443', 'davs://files.example.org', true],
  ['dav://files.example.org', 'davs://files.example.org', false],
  ['sftp://files.example.org', 'sftp://files.example.org:2222', false],
  ['sftp://files.example.org', 'sftp://example.org', false],
])('%s and %s are the same server: %s', (one, other, expected) => {
  expect(isSameServer(one, other)).toBe(expected);
});

it('encodes the user of a server', () => {
  expect(serverWithUser('davs://h', 'me@example.org')).toBe('davs://me%40example.org@h');
  expect(serverWithUser('davs://h', null)).toBe('davs://h');
});

describe('the server of a target', () => {
  it.each([
    ['of files', sftp, { folder: 'in' }],
    ['of files', webdav, { folder: 'in' }],
    ['of buckets', bucket, { prefix: 'in' }],
  ])('%s is the same in each folder', (_what, target, folder) => {
    const server = targetServerSchema.parse(target);
    expect(targetServerSchema.parse({ ...target, ...folder })).toEqual(server);
    expect(server).not.toHaveProperty(Object.keys(folder));
  });

  it('needs no name', () => {
    expect(targetServerSchema.safeParse({ ...sftp, name: '' }).success).toBe(true);
  });
});

describe('the path of a folder in a bucket', () => {
  it.each([
    ['papers', { bucket: 'papers', prefix: '' }],
    ['papers/reports/2026', { bucket: 'papers', prefix: 'reports/2026' }],
  ])('%s names it', (path, folder) => {
    expect(bucketPath(folder)).toBe(path);
    expect(bucketFolderAt(path)).toEqual(folder);
  });
});
