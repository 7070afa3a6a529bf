import { describe, expect, it } from 'vitest';
import { bucketProviders } from '../../../../electron/shared/bucket-providers.js';
import type { TargetForm } from '../../../../renderer/settings/empty-target.js';
import {
  copyOfTarget,
  formOfTarget,
  newTargetForm,
  readTargetForm,
  withType,
} from '../../../../renderer/settings/target-form.js';
import { target } from '../support/deliveries.js';
import { issuesInEnglish } from '../../../support/error-message.js';

const filled: TargetForm = {
  ...newTargetForm('1', 'aws'),
  name: 'papers',
  bucket: 'papers',
  accessKeyId: 'AKIATEST',
};

describe('the form of a destination', () => {
  it('treats empty fields as not set', () => {
    expect(readTargetForm(filled)).toEqual({ target: target('papers', { id: '1' }), issues: [] });
  });

  it.each(bucketProviders)('fills in the known settings of $label', ({ name, ...known }) => {
    const form = withType(filled, name);
    expect(form).toMatchObject({
      name: 'papers',
      endpoint: known.endpoint ?? '',
      region: known.region ?? '',
      pathStyle: known.pathStyle,
      setsAcl: known.takesAcl,
    });
  });

  it('round-trips its result', () => {
    const form = {
      ...withType(filled, 'ceph'),
      endpoint: 'https://s3.example.org',
      prefix: 'a/b',
      setsAcl: false,
      caFile: '/ca.pem',
      credentials: 'machine' as const,
      accessKeyId: '',
      profile: 'work',
      cacheControl: 'no-store',
      contentDisposition: 'inline',
      storageClass: 'STANDARD_IA',
      encryption: 'aws:kms' as const,
      kmsKey: 'alias/papers',
      metadata: 'project=a=b\nby=me',
      tags: 'Größe=5 µm',
    };
    const { target: read } = readTargetForm(form);
    expect(read).toMatchObject({ object: { metadata: { project: 'a=b', by: 'me' } } });
    expect(read && formOfTarget(read)).toEqual(form);
  });

  it('normalizes URLs and folders', () => {
    const { target: read } = readTargetForm({
      ...filled,
      name: ' papers ',
      bucket: ' papers ',
      endpoint: 's3.example.org/',
      publicBase: 'localhost:9000',
      prefix: '/reports/2026/',
    });
    expect(read).toMatchObject({
      name: 'papers',
      bucket: 'papers',
      endpoint: 'https://s3.example.org',
      publicBase: 'http://localhost:9000',
      prefix: 'reports/2026',
    });
  });

  it.each([
    [{ name: '' }, 'name', 'Name is empty. Enter one such as papers.'],
    [{ bucket: 'Papers' }, 'bucket', /Bucket "Papers" is not a valid name/],
    [{ accessKeyId: '' }, 'credentials.accessKeyId', /^Access key is empty/],
    [{ prefix: 'a/../b' }, 'prefix', /has a part "\." or "\.\."/],
    [{ storageClass: 'standard' }, 'object.storageClass', /^Storage class is "standard"\. Did/],
    [{ metadata: 'a=1\n\nA=2' }, 'object.metadata', /^Metadata: "a" is set more than once/],
    [{ tags: 'alone' }, 'object.tags', /^Tags: "alone" has no name and value/],
  ])('reports an error: %j', (change, field, message) => {
    const { target: read, issues } = readTargetForm({ ...filled, ...change });
    expect(read).toBeNull();
    expect(issuesInEnglish(issues)).toEqual([
      { field, message: expect.stringMatching(message) as string },
    ]);
  });

  it('reports a placeholder left in the endpoint', () => {
    const issuesOf = (form: TargetForm) => issuesInEnglish(readTargetForm(form).issues);
    expect(issuesOf(withType(filled, 'r2'))).toEqual([
      {
        field: 'endpoint',
        message:
          'Endpoint "https://{account}.r2.cloudflarestorage.com" still contains {account}. Replace it with your account.',
      },
    ]);
    expect(issuesOf({ ...withType(filled, 'ceph'), endpoint: ' ' })).toEqual([
      {
        field: 'endpoint',
        message: 'Endpoint is empty. Enter its URL, such as https://{host}.',
      },
    ]);
    expect(issuesOf({ ...filled, endpoint: '' })).toEqual([]);
  });

  it.each([
    [{ endpoint: 'https://gw.example.org/papers', pathStyle: true }, true],
    [{ endpoint: 'https://gw.example.org/papers/', pathStyle: true }, true],
    [{ endpoint: 'https://gw.example.org/s3/papers', pathStyle: false }, true],
    [{ endpoint: 'https://papers.s3.example.org', pathStyle: false }, true],
    [{ endpoint: 'https://papers.example.org', pathStyle: true }, false],
    [{ endpoint: 'https://gw.example.org/s3', pathStyle: true }, false],
    [{ endpoint: 'https://gw.example.org/%zz', pathStyle: true }, false],
    [{ endpoint: 'https://papersandmore.example.org', pathStyle: false }, false],
  ])('reports a bucket in the endpoint: %j', (change, isWrong) => {
    const { target: read, issues } = readTargetForm({ ...filled, bucket: 'papers', ...change });
    expect(read === null).toBe(isWrong);
    const message = expect.stringContaining('Leave the bucket out') as string;
    expect(issuesInEnglish(issues)).toEqual(isWrong ? [{ field: 'endpoint', message }] : []);
  });

  it('copies a destination with a new name and id', () => {
    expect(copyOfTarget(target('papers'), '2')).toMatchObject({ id: '2', name: 'papers copy' });
  });
});
