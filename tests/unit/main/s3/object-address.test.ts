import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BucketAccess } from '../../../../electron/main/s3/bucket-access.js';
import { BucketClients } from '../../../../electron/main/s3/bucket-connection.js';
import { objectAddress } from '../../../../electron/main/s3/object-key.js';

const aws: BucketAccess = {
  name: 'papers',
  endpoint: null,
  region: null,
  pathStyle: false,
  acl: null,
  publicBase: null,
  caFile: null,
  credentials: { kind: 'key', accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' },
};

beforeEach(() => {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
  }
  vi.stubEnv('AWS_CONFIG_FILE', '/nowhere');
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nowhere');
});
afterEach(() => vi.unstubAllEnvs());

it.each([
  ['a b.pdf', 'a%20b.pdf'],
  ['a+b.pdf', 'a%2Bb.pdf'],
  ['a~b.pdf', 'a~b.pdf'],
  ['100%.pdf', '100%25.pdf'],
  ['a%20b.pdf', 'a%2520b.pdf'],
  ['übergröße/日本.pdf', '%C3%BCbergr%C3%B6%C3%9Fe/%E6%97%A5%E6%9C%AC.pdf'],
  ['😀.pdf', '%F0%9F%98%80.pdf'],
  ["it's (1)!*.pdf", 'it%27s%20%281%29%21%2A.pdf'],
  ['a?b#c&d=e.pdf', 'a%3Fb%23c%26d%3De.pdf'],
  ['a\\b:c.pdf', 'a%5Cb%3Ac.pdf'],
])('encodes the key %s as %s', (key, written) => {
  expect(objectAddress('https://papers.example.org', key)).toBe(
    `https://papers.example.org/${written}`,
  );
});

it.each<[string, Partial<BucketAccess>, string, string]>([
  ['no region', {}, 'papers', 'https://papers.s3.us-east-1.amazonaws.com/in/a.pdf'],
  [
    'a region',
    { region: 'eu-central-1' },
    'papers',
    'https://papers.s3.eu-central-1.amazonaws.com/in/a.pdf',
  ],
  [
    'a region in China',
    { region: 'cn-north-1' },
    'papers',
    'https://papers.s3.cn-north-1.amazonaws.com.cn/in/a.pdf',
  ],
  // A certificate for *.s3.amazonaws.com does not cover two labels.
  [
    'a bucket with dots',
    { region: 'eu-west-1' },
    'my.papers',
    'https://s3.eu-west-1.amazonaws.com/my.papers/in/a.pdf',
  ],
  [
    'path style on Amazon',
    { region: 'eu-west-1', pathStyle: true },
    'papers',
    'https://s3.eu-west-1.amazonaws.com/papers/in/a.pdf',
  ],
  [
    'an endpoint',
    { endpoint: 'https://s3.example.org' },
    'papers',
    'https://papers.s3.example.org/in/a.pdf',
  ],
  [
    'an endpoint in path style',
    { endpoint: 'https://s3.example.org:8443/', pathStyle: true },
    'papers',
    'https://s3.example.org:8443/papers/in/a.pdf',
  ],
  [
    'an endpoint with a path',
    { endpoint: 'https://example.org/s3/', pathStyle: true },
    'papers',
    'https://example.org/s3/papers/in/a.pdf',
  ],
  [
    'an IP address, which has no subdomains',
    { endpoint: 'http://127.0.0.1:9000' },
    'papers',
    'http://127.0.0.1:9000/papers/in/a.pdf',
  ],
  [
    'an IPv6 address',
    { endpoint: 'http://[::1]:9000', pathStyle: true },
    'papers',
    'http://[::1]:9000/papers/in/a.pdf',
  ],
  [
    'a public URL',
    { publicBase: 'https://cdn.example.org' },
    'papers',
    'https://cdn.example.org/in/a.pdf',
  ],
  [
    'a public URL with a path',
    { publicBase: 'https://example.org/papers/' },
    'papers',
    'https://example.org/papers/in/a.pdf',
  ],
])('returns the URL of an object: %s', async (_what, change, bucket, address) => {
  expect(await addressIn({ ...aws, ...change }, bucket)).toBe(address);
});

it("uses the region and the endpoint of the machine with the machine's credentials", async () => {
  vi.stubEnv('AWS_REGION', 'eu-north-1');
  const machine = { ...aws, credentials: { kind: 'machine', profile: null } } as const;
  expect(await addressIn(machine)).toBe('https://papers.s3.eu-north-1.amazonaws.com/in/a.pdf');
  vi.stubEnv('AWS_ENDPOINT_URL', 'https://minio.example.org');
  expect(await addressIn(machine)).toBe('https://minio.example.org/papers/in/a.pdf');
  const own = { ...machine, endpoint: 'https://s3.example.org' };
  expect(await addressIn(own)).toBe('https://papers.s3.example.org/in/a.pdf');
});

async function addressIn(access: BucketAccess, bucket = 'papers'): Promise<string> {
  return new BucketClients().use(access, bucket, {}, ({ addressOf }) =>
    Promise.resolve(addressOf('in/a.pdf')),
  );
}
