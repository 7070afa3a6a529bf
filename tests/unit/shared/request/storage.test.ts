import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import { sourceFolders } from '../../../../electron/shared/request/filename.js';
import {
  bucketDestinationIssue,
  objectLocation,
} from '../../../../electron/shared/request/storage.js';
import { parseConversionRequest } from '../../../../electron/shared/request/request.js';
import { requestFromWire, requestToWire } from '../../../../electron/shared/request/wire.js';
import { textOf } from './support.js';
import { issuesInEnglish } from '../../../support/error-message.js';

const example = 'Enter a URL such as s3://my-bucket/reports/invoice.pdf.';
const bucketRule =
  'A bucket name has 3 to 63 lowercase letters, digits, hyphens and dots, and starts and ends with a letter or digit.';

const invalid = [
  ['', `Bucket destination is empty. ${example}`],
  ['gs://abc/x.pdf', `Bucket destination "gs://abc/x.pdf" does not start with s3://. ${example}`],
  [
    's3://ab/x.pdf',
    `Bucket destination "s3://ab/x.pdf" has the invalid bucket name "ab". ${bucketRule}`,
  ],
  [
    's3://Papers/x.pdf',
    `Bucket destination "s3://Papers/x.pdf" has the invalid bucket name "Papers". ${bucketRule}`,
  ],
  [
    's3://a..b/x.pdf',
    `Bucket destination "s3://a..b/x.pdf" has the invalid bucket name "a..b". ${bucketRule}`,
  ],
  [
    's3://10.0.0.1/x.pdf',
    `Bucket destination "s3://10.0.0.1/x.pdf" has the invalid bucket name "10.0.0.1". ${bucketRule}`,
  ],
  ['s3://papers', `Destination "s3://papers" has no file name. ${example}`],
  [
    's3://papers/a//x.pdf',
    'Destination "s3://papers/a//x.pdf" has an empty part between two slashes or at its end. Remove the extra slash.',
  ],
  [
    's3://papers/../x.pdf',
    'Destination "s3://papers/../x.pdf" has a part "." or "..". Write the path in full.',
  ],
  [
    's3://papers/x.txt',
    `Destination "s3://papers/x.txt" does not end in the name of a .pdf file. ${example}`,
  ],
  [
    `s3://papers/${'é'.repeat(511)}.pdf`,
    `Destination "s3://papers/${'é'.repeat(48)}…" has a path of 1,026 bytes. The limit is 1,024.`,
  ],
] as const;

describe('bucketDestinationIssue', () => {
  it.each([
    's3://papers/x.pdf',
    's3://my.bucket-1/2025/07/Invoice 1.pdf',
    `s3://papers/${'é'.repeat(510)}.pdf`,
  ])('accepts %s', (text) => {
    expect(bucketDestinationIssue(text)).toBeNull();
  });

  it.each(invalid)('rejects %j', (text, message) => {
    expect(textOf(bucketDestinationIssue(text))).toBe(message);
  });
});

describe('a destination with placeholders', () => {
  const bucketDestination = 's3://papers/{date}/{name}.pdf';
  const issue = (field: string) => [
    {
      field,
      message: `The API does not support placeholders in a bucket destination. Enter the URL itself instead of "${bucketDestination}".`,
    },
  ];
  const fieldsOf = (work: () => unknown) => {
    try {
      work();
    } catch (thrown) {
      return thrown instanceof AppError ? issuesInEnglish(thrown.fields) : thrown;
    }
    return 'It is taken.';
  };

  it('is valid for local conversions', () => {
    expect(bucketDestinationIssue(bucketDestination)).toBeNull();
  });

  it('is rejected by the API', () => {
    const storage = { provider: 'object_store', bucket_destination: bucketDestination };
    expect(fieldsOf(() => requestFromWire({ source: '<p>x', storage }))).toEqual(
      issue('storage.bucket_destination'),
    );
  });

  it('is not sent to a service', () => {
    const storage = { provider: 'object_store', bucketDestination };
    const request = parseConversionRequest({ source: { kind: 'html', html: '<p>x' }, storage });
    expect(fieldsOf(() => requestToWire(request))).toEqual(issue('storage.bucketDestination'));
  });

  it('reports an unknown placeholder once', () => {
    const storage = { provider: 'object_store', bucket_destination: 's3://papers/{nam}.pdf' };
    expect(fieldsOf(() => requestFromWire({ source: '<p>x', storage }))).toEqual([
      {
        field: 'storage.bucket_destination',
        message: expect.stringContaining('{nam}, which is not a placeholder') as string,
      },
    ]);
  });
});

describe('objectLocation', () => {
  const values = { name: 'b', title: '', date: new Date(2026, 0, 5), n: 1, of: 1 };

  it.each([
    ['s3://papers/{folder}/{name}.pdf', ['one', 'a:b'], 'one/a-b/b.pdf'],
    ['s3://papers/{date}/{folder}/x.pdf', [], '2026-01-05/x.pdf'],
  ])('fills in %s with the folders %j', (destination, folders, key) => {
    expect(bucketDestinationIssue(destination)).toBeNull();
    expect(objectLocation(destination, { ...values, folders })).toEqual({ bucket: 'papers', key });
  });

  it('accepts {folder} only as a part of its own', () => {
    expect(textOf(bucketDestinationIssue('s3://papers/in-{folder}/x.pdf'))).toContain('{folder}');
    expect(textOf(bucketDestinationIssue('s3://papers/{folder}.pdf'))).toContain('{folder}');
  });
});

describe('sourceFolders', () => {
  it.each([
    [{ kind: 'file', path: '/m/one/two/b.html', folder: '/m' }, ['one', 'two']],
    [{ kind: 'file', path: '/m/b.html', folder: '/m/' }, []],
    [{ kind: 'file', path: 'C:\\m\\one\\b.html', folder: 'C:\\m' }, ['one']],
    [{ kind: 'file', path: '/m/one/b.html' }, []],
    [{ kind: 'url', url: 'https://example.org/a/b' }, []],
  ] as const)('of %j', (source, folders) => {
    expect(sourceFolders(source)).toEqual(folders);
  });
});
