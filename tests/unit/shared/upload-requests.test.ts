import { expect, test } from 'vitest';
import { type JobOptions, jobOptionsSchema } from '../../../electron/shared/jobs.js';
import type { UploadRequest } from '../../../electron/shared/output.js';
import { uploadRequests } from '../../../electron/shared/upload-requests.js';

const [a, b] = ['s3://papers/a.pdf', 's3://papers/b.pdf'];

function options(storage: object | undefined, ...uploads: readonly object[]): JobOptions {
  return jobOptionsSchema.parse({ request: { storage }, output: { uploads } });
}

function upload(
  destination: string,
  existing: UploadRequest['existing'] = 'ask',
  target: string | null = null,
): UploadRequest {
  return { destination, existing, target };
}

test.each([
  ['nothing', options(undefined), []],
  ["the service's own storage", options({ provider: 'service', filename: 'x.pdf' }), []],
  [
    "the request's bucket",
    options({ provider: 'object_store', bucketDestination: a }),
    [upload(a)],
  ],
  ['destinations of the output', options(undefined, upload(b), upload(a)), [upload(b), upload(a)]],
  [
    'both, the request first',
    options({ provider: 'object_store', bucketDestination: a }, upload(b)),
    [upload(a), upload(b)],
  ],
  [
    'one destination in both, once, in the order of the output and with the choice of the request',
    options({ provider: 'object_store', bucketDestination: a }, upload(b), upload(a, 'overwrite')),
    [upload(a, 'overwrite'), upload(b)],
  ],
  [
    'one destination twice in the output, in the order of its first occurrence',
    options(undefined, upload(a, 'skip'), upload(a, 'overwrite')),
    [upload(a, 'skip')],
  ],
  [
    'one bucket path of two destinations, twice',
    options(undefined, upload(a, 'ask', 'one'), upload(a, 'ask', 'two')),
    [upload(a, 'ask', 'one'), upload(a, 'ask', 'two')],
  ],
])('uploads go to %s', (_what, jobOptions, expected) => {
  expect(uploadRequests(jobOptions)).toEqual(expected);
});
