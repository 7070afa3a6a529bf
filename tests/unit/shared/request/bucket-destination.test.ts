import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../electron/shared/errors.js';
import { bucketDestinationIssue } from '../../../../electron/shared/request/storage.js';
import { parseConversionRequest } from '../../../../electron/shared/request/request.js';
import { requestFromWire, requestToWire } from '../../../../electron/shared/request/wire.js';

const example = 'write an address such as s3://my-bucket/reports/invoice.pdf.';
const bucketRule =
  "a bucket's name has 3 to 63 small letters, digits, hyphens and dots, and a letter or digit at each end.";

const bad = [
  ['', `The bucket destination is empty; ${example}`],
  [
    'gs://abc/x.pdf',
    `The bucket destination "gs://abc/x.pdf" does not start with s3://; ${example}`,
  ],
  ['s3://ab/x.pdf', `The bucket destination "s3://ab/x.pdf" names the bucket "ab"; ${bucketRule}`],
  [
    's3://Papers/x.pdf',
    `The bucket destination "s3://Papers/x.pdf" names the bucket "Papers"; ${bucketRule}`,
  ],
  [
    's3://a..b/x.pdf',
    `The bucket destination "s3://a..b/x.pdf" names the bucket "a..b"; ${bucketRule}`,
  ],
  [
    's3://10.0.0.1/x.pdf',
    `The bucket destination "s3://10.0.0.1/x.pdf" names the bucket "10.0.0.1"; ${bucketRule}`,
  ],
  ['s3://papers', `The bucket destination "s3://papers" names no file in the bucket; ${example}`],
  [
    's3://papers/a//x.pdf',
    'The bucket destination "s3://papers/a//x.pdf" has an empty part between two slashes or at its end; take the extra slash out.',
  ],
  [
    's3://papers/../x.pdf',
    'The bucket destination "s3://papers/../x.pdf" has a part "." or ".."; write the path in full.',
  ],
  [
    's3://papers/x.txt',
    `The bucket destination "s3://papers/x.txt" does not end in the name of a .pdf file; ${example}`,
  ],
  [
    `s3://papers/${'é'.repeat(511)}.pdf`,
    `The bucket destination "s3://papers/${'é'.repeat(48)}…" has a path of 1026 bytes; the most that a bucket takes is 1,024.`,
  ],
] as const;

describe('bucketDestinationMistake', () => {
  it.each([
    's3://papers/x.pdf',
    's3://my.bucket-1/2025/07/Invoice 1.pdf',
    `s3://papers/${'é'.repeat(510)}.pdf`,
  ])('takes %s', (text) => {
    expect(bucketDestinationIssue(text)).toBeNull();
  });

  it.each(bad)('refuses %j in a sentence', (text, message) => {
    expect(bucketDestinationIssue(text)).toBe(message);
  });
});

describe('a destination with placeholders', () => {
  const bucketDestination = 's3://papers/{date}/{name}.pdf';
  const issue = (field: string) => [
    {
      field,
      message: `The interface knows no placeholders in a bucket destination; write the place itself in place of "${bucketDestination}".`,
    },
  ];
  const fieldsOf = (work: () => unknown) => {
    try {
      work();
    } catch (thrown) {
      return thrown instanceof AppError ? thrown.fields : thrown;
    }
    return 'It is taken.';
  };

  it('is for this computer', () => {
    expect(bucketDestinationIssue(bucketDestination)).toBeNull();
  });

  it('does not come by the interface', () => {
    const storage = { provider: 'object_store', bucket_destination: bucketDestination };
    expect(fieldsOf(() => requestFromWire({ source: '<p>x', storage }))).toEqual(
      issue('storage.bucket_destination'),
    );
  });

  it('is not sent by it', () => {
    const storage = { provider: 'object_store', bucketDestination };
    const request = parseConversionRequest({ source: { kind: 'html', html: '<p>x' }, storage });
    expect(fieldsOf(() => requestToWire(request))).toEqual(issue('storage.bucketDestination'));
  });

  it('that stand for nothing is told once', () => {
    const storage = { provider: 'object_store', bucket_destination: 's3://papers/{nam}.pdf' };
    expect(fieldsOf(() => requestFromWire({ source: '<p>x', storage }))).toEqual([
      {
        field: 'storage.bucket_destination',
        message: expect.stringContaining('"{nam}", which stands for nothing') as string,
      },
    ]);
  });
});
