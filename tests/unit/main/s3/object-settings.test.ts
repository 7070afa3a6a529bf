import { Readable } from 'node:stream';
import { beforeEach, expect, it, vi } from 'vitest';
import { BucketClients } from '../../../../electron/main/s3/bucket-connection.js';
import type { SignedRequest } from '../../../../electron/main/s3/request-transport.js';
import { uploadPdf } from '../../../../electron/main/s3/upload-pdf.js';

const requests = vi.hoisted(() => [] as SignedRequest[]);

vi.mock('../../../../electron/main/s3/request-transport.js', () => ({
  defaultLimits: {},
  RequestTransport: class {
    readonly metadata = { handlerProtocol: 'http/1.1' };

    handle(request: SignedRequest) {
      requests.push(request);
      const isFound = request.method !== 'HEAD';
      const xml = '<R><UploadId>u</UploadId><ETag>"1"</ETag></R>';
      return Promise.resolve({
        response: {
          statusCode: isFound ? 200 : 404,
          headers: isFound ? { etag: '"1"' } : {},
          body: Readable.from(request.method === 'POST' ? [Buffer.from(xml)] : []),
        },
      });
    }

    destroy() {
      requests.length = 0;
    }
  },
}));

beforeEach(() => {
  requests.length = 0;
});

const expected = {
  'cache-control': 'no-store',
  'content-disposition': 'attachment',
  'x-amz-storage-class': 'STANDARD_IA',
  'x-amz-server-side-encryption': 'aws:kms',
  'x-amz-server-side-encryption-aws-kms-key-id': 'alias/papers',
  'x-amz-tagging': 'a%20b=c%2Fd&e=',
  'x-amz-meta-project': 'alpha',
  'x-amz-meta-platen-delivery': 'id',
};

it.each([
  ['a single request', 100, 'PUT'],
  ['the start of a multipart upload, and not in its parts', 2, 'POST'],
])('sends and signs the settings in %s', async (_which, multipartAbove, method) => {
  const upload = {
    id: 'id',
    access: {
      name: 'papers',
      endpoint: null,
      region: 'eu-west-3',
      pathStyle: false,
      acl: null,
      publicBase: null,
      caFile: null,
      credentials: { kind: 'key', accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' },
      object: {
        cacheControl: 'no-store',
        contentDisposition: 'attachment',
        storageClass: 'STANDARD_IA',
        encryption: 'aws:kms',
        kmsKey: 'alias/papers',
        metadata: { project: 'alpha' },
        tags: { 'a b': 'c/d', e: '' },
      },
    },
    place: { bucket: 'papers', key: 'a.pdf' },
    existing: 'ask',
    path: '',
    bytes: [Buffer.from('%PDF')],
    size: 4,
    encryptedOnly: false,
  } as const;
  const hooks = {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    beforeSending: () => Promise.resolve(),
  };
  const sizes = { multipartAbove, part: 5 * 2 ** 20 };
  await uploadPdf(upload, hooks, { sizes, clients: new BucketClients() });
  const [first, ...others] = requests.filter((request) => request.method !== 'HEAD');
  expect(first?.method).toBe(method);
  expect(first?.headers).toMatchObject(expected);
  const signed = /SignedHeaders=([^,]+)/.exec(first?.headers['authorization'] ?? '')?.[1];
  const amazon = Object.keys(expected).filter((name) => name.startsWith('x-amz-'));
  expect(signed?.split(';')).toEqual(expect.arrayContaining(amazon));
  for (const { headers } of others) {
    expect(Object.keys(expected).filter((name) => name in headers)).toEqual([]);
  }
});
