import { Readable } from 'node:stream';
import { beforeEach, expect, it, vi } from 'vitest';
import { BucketClients } from '../../../../electron/main/s3/bucket-connection.js';
import type { SignedRequest } from '../../../../electron/main/s3/request-transport.js';
import type { Upload } from '../../../../electron/main/s3/upload.js';
import { uploadPdf } from '../../../../electron/main/s3/upload-pdf.js';

const requests = vi.hoisted(() => [] as string[]);

vi.mock('../../../../electron/main/s3/request-transport.js', () => ({
  defaultLimits: {},
  RequestTransport: class {
    readonly metadata = { handlerProtocol: 'http/1.1' };

    handle({ method, headers }: SignedRequest) {
      const condition = headers['if-none-match'];
      requests.push(condition === undefined ? method : `${method} if-none-match: ${condition}`);
      const isFound = method !== 'HEAD';
      return Promise.resolve({
        response: {
          statusCode: isFound ? 200 : 404,
          headers: isFound ? { etag: '"1"' } : {},
          body: Readable.from([]),
        },
      });
    }

    destroy() {
      requests.push('end');
    }
  },
}));

beforeEach(() => {
  requests.length = 0;
});

it.each([
  ['Amazon', null, ['PUT if-none-match: *']],
  ["Amazon's endpoint", 'https://s3.eu-west-3.amazonaws.com', ['PUT if-none-match: *']],
  [
    'another server, which may ignore it',
    'https://s3.example.org',
    ['HEAD', 'PUT if-none-match: *'],
  ],
])('relies on the condition of a write at %s', async (_which, endpoint, expected) => {
  await uploadPdf(upload(endpoint), hooks, { clients: new BucketClients() });
  expect(requests).toEqual(expected);
});

it('looks before it sends a large PDF, which a refusal would waste', async () => {
  const sizes = { multipartAbove: 2, part: 5 * 2 ** 20 };
  const clients = new BucketClients();
  await expect(uploadPdf(upload(null), hooks, { sizes, clients })).rejects.toThrow();
  expect(requests[0]).toBe('HEAD');
});

const hooks = {
  signal: new AbortController().signal,
  onProgress: () => undefined,
  beforeSending: () => Promise.resolve(),
};

function upload(endpoint: string | null): Upload {
  return {
    id: 'a',
    access: {
      name: 'papers',
      endpoint,
      region: 'eu-west-3',
      pathStyle: false,
      acl: null,
      publicBase: null,
      caFile: null,
      credentials: { kind: 'key', accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' },
    },
    place: { bucket: 'papers', key: 'a.pdf' },
    existing: 'ask',
    path: '',
    bytes: [Buffer.from('%PDF')],
    size: 4,
    encryptedOnly: false,
  };
}
