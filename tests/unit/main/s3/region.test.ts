import { Readable } from 'node:stream';
import { beforeEach, expect, it, vi } from 'vitest';
import type { BucketAccess } from '../../../../electron/main/s3/bucket-access.js';
import { BucketClients } from '../../../../electron/main/s3/bucket-connection.js';
import type { SignedRequest } from '../../../../electron/main/s3/request-transport.js';
import { timeLimitedLink } from '../../../../electron/main/s3/time-limited-link.js';
import { uploadPdf } from '../../../../electron/main/s3/upload-pdf.js';

const requests = vi.hoisted(() => [] as SignedRequest[]);
const server = vi.hoisted(() => ({ status: 301, named: 'eu-west-3' }));

vi.mock('../../../../electron/main/s3/request-transport.js', () => ({
  defaultLimits: {},
  RequestTransport: class {
    readonly metadata = { handlerProtocol: 'http/1.1' };

    /** As Amazon: a bucket in eu-west-3, which other regions name without serving it. */
    handle(request: SignedRequest) {
      requests.push(request);
      const isHere = scopeOf(request) === 'eu-west-3';
      const body = '<Error><Code>AuthorizationHeaderMalformed</Code></Error>';
      return Promise.resolve({
        response: {
          statusCode: isHere ? 200 : server.status,
          headers: isHere ? { etag: '"1"' } : { 'x-amz-bucket-region': server.named },
          body: Readable.from(isHere || request.method === 'HEAD' ? [] : [Buffer.from(body)]),
        },
      });
    }

    destroy() {
      // There are no connections.
    }
  },
}));

/** Returns the region that a request is signed for. */
function scopeOf({ headers }: SignedRequest): string | undefined {
  return headers['authorization']?.split('/')[2];
}

const access: BucketAccess = {
  name: 'papers',
  endpoint: null,
  region: 'us-east-1',
  pathStyle: false,
  acl: null,
  publicBase: null,
  caFile: null,
  credentials: { kind: 'key', accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' },
};
const place = { bucket: 'papers', key: 'a.pdf' };

async function upload(clients: BucketClients) {
  return uploadPdf(
    {
      id: 'id',
      access,
      place,
      existing: 'ask',
      path: '',
      bytes: [Buffer.from('%PDF')],
      size: 4,
      encryptedOnly: false,
    },
    {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      beforeSending: () => Promise.resolve(),
    },
    { clients },
  );
}

beforeEach(() => {
  requests.length = 0;
  Object.assign(server, { status: 301, named: 'eu-west-3' });
});

it.each([301, 307, 400])(
  'finds the region of a bucket after a response with %i, and keeps it',
  async (status) => {
    server.status = status;
    const clients = new BucketClients();
    expect((await upload(clients)).url).toBe('https://papers.s3.eu-west-3.amazonaws.com/a.pdf');
    await upload(clients);
    expect(requests.map(scopeOf)).toEqual(['us-east-1', 'eu-west-3', 'eu-west-3']);
    expect(requests.at(-1)?.hostname).toBe('papers.s3.eu-west-3.amazonaws.com');
  },
);

it.each(['us-east-1', 'x.example.org/', ''])(
  'does not follow to the region "%s"',
  async (named) => {
    server.named = named;
    await expect(upload(new BucketClients())).rejects.toMatchObject({ code: 'delivery-refused' });
    expect(requests.map(scopeOf)).toEqual(['us-east-1']);
  },
);

it('signs temporary links for the region of the bucket', async () => {
  const link = new URL(await timeLimitedLink(access, place, 60, new BucketClients()));
  expect(link.hostname).toBe('papers.s3.eu-west-3.amazonaws.com');
  expect(link.searchParams.get('X-Amz-Credential')).toContain('/eu-west-3/s3/');
});
