import { expect, test } from 'vitest';
import { type JobOptions, jobOptionsSchema } from '../../../electron/shared/jobs.js';
import type { UploadRequest } from '../../../electron/shared/output.js';
import { uploadRequests } from '../../../electron/shared/upload-requests.js';

const [a, b] = ['s3://papers/a.pdf', 's3://papers/b.pdf'];

function options(storage: object | undefined, ...uploads: readonly object[]): JobOptions {
  return jobOptionsSchema.parse({ request: { storage }, output: { uploads } });
}

function wish(
  destination: string,
  existing: UploadRequest['existing'] = 'ask',
  target: string | null = null,
): UploadRequest {
  return { destination, existing, target };
}

test.each([
  ['nothing', options(undefined), []],
  ["the service's own storage", options({ provider: 'service', filename: 'x.pdf' }), []],
  ["the request's bucket", options({ provider: 'object_store', bucketDestination: a }), [wish(a)]],
  ['places of the output', options(undefined, wish(b), wish(a)), [wish(b), wish(a)]],
  [
    'both, the request first',
    options({ provider: 'object_store', bucketDestination: a }, wish(b)),
    [wish(a), wish(b)],
  ],
  [
    'one place named by both, once, as the output says and where the request says',
    options({ provider: 'object_store', bucketDestination: a }, wish(b), wish(a, 'overwrite')),
    [wish(a, 'overwrite'), wish(b)],
  ],
  [
    'one place twice in the output, as it was named first',
    options(undefined, wish(a, 'skip'), wish(a, 'overwrite')),
    [wish(a, 'skip')],
  ],
  [
    'one destination of two targets, twice',
    options(undefined, wish(a, 'ask', 'one'), wish(a, 'ask', 'two')),
    [wish(a, 'ask', 'one'), wish(a, 'ask', 'two')],
  ],
])('uploads go to %s', (_what, given, wishes) => {
  expect(uploadRequests(given)).toEqual(wishes);
});
