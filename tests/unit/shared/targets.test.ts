import { describe, expect, it } from 'vitest';
import {
  movedDestination,
  movedPlace,
  targetCredentialsSchema,
  uploadTargetSchema,
} from '../../../electron/shared/targets.js';

describe('the access key of a destination', () => {
  it.each(['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'two words'])(
    'is not quoted if it is invalid, because it may be a secret key (%s)',
    (accessKeyId) => {
      const read = targetCredentialsSchema.safeParse({ kind: 'key', accessKeyId });
      expect(read.error?.issues.map(({ message }) => message)).toEqual([
        'Access key is invalid. It has 3 to 128 letters, digits and the characters _ . + = @ -, such as AKIAIOSFODNN7EXAMPLE.',
      ]);
      expect(JSON.stringify(read.error)).not.toContain(accessKeyId);
    },
  );
});

describe('the place of an upload whose destination was changed', () => {
  const bucket = (name: string, prefix = '') =>
    uploadTargetSchema.parse({
      ...{ id: '1', kind: 's3', name: 'papers', provider: 'ceph', bucket: name, prefix },
      credentials: { kind: 'key', accessKeyId: 'AKIATEST' },
    });
  const server = (host: string, folder = '') =>
    uploadTargetSchema.parse({
      ...{ id: '1', name: 'papers', kind: 'sftp', server: `sftp://${host}`, folder },
      login: { kind: 'password' },
    });
  const inBucket = { bucket: 'paper', key: 'old/x/a.pdf' };
  const onServer = { server: 'sftp://file.test', key: 'old/a.pdf' };

  it.each([
    [inBucket, bucket('paper'), bucket('papers'), { ...inBucket, bucket: 'papers' }],
    [inBucket, bucket('paper', 'old'), bucket('paper'), { ...inBucket, key: 'x/a.pdf' }],
    [inBucket, bucket('paper', 'ol'), bucket('paper', 'new'), inBucket],
    [inBucket, bucket('papers'), bucket('papers'), { ...inBucket, bucket: 'papers' }],
    [inBucket, bucket('paper'), server('files.test'), inBucket],
    [onServer, server('file.test'), server('f.test'), { ...onServer, server: 'sftp://f.test' }],
    [
      onServer,
      server('file.test', 'old'),
      server('file.test', '~/b'),
      { ...onServer, key: '~/b/a.pdf' },
    ],
    [onServer, server('file.test'), bucket('papers'), onServer],
  ])('%#', (place, before, after, moved) => {
    expect(movedPlace(place, before, after)).toEqual(moved);
  });

  it.each([
    ['s3://paper/old/{name}.pdf', 's3://papers/new/{name}.pdf'],
    ['s3://other/old/{name}.pdf', 's3://other/old/{name}.pdf'],
  ])('is moved with its placeholders: %s', (destination, moved) => {
    const [before, after] = [bucket('paper', 'old'), bucket('papers', 'new')];
    expect(movedDestination(destination, before, after)).toBe(moved);
  });
});
