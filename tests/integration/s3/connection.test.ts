import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { BucketClients } from '../../../electron/main/s3/bucket-connection.js';
import { timeLimitedLink } from '../../../electron/main/s3/time-limited-link.js';
import { freshBucket, readObject, writeObject } from '../../support/bucket/bucket.js';
import '../../support/bucket/localtest-names.mjs';
import type { Ceph } from '../../support/bucket/ceph.js';
import { FaultyProxy } from '../../support/bucket/faulty-proxy.js';
import { sharedCeph } from '../../support/bucket/shared-ceph.js';
import { type Authority, makeAuthority } from '../../support/certificates.js';
import { freePorts } from '../../support/free-port.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { UploadRun, accessTo, uploadCase } from './support/uploads.js';
import { describeWithCeph } from '../support/with-ceph.js';

const folder = temporaryFolder();
const machine = { kind: 'machine', profile: null } as const;
let ceph: Ceph;
let bucket: string;
let authority: Authority;

describeWithCeph('the connection to a bucket', () => {
  beforeAll(async () => {
    ceph = await sharedCeph();
    authority = makeAuthority(folder.path);
  });
  beforeEach(async () => {
    bucket = await freshBucket(ceph);
    // Isolates the tests from the settings of the machine.
    for (const name of Object.keys(process.env)) {
      if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
    }
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    vi.stubEnv('AWS_CONFIG_FILE', join(folder.path, 'none'));
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(folder.path, 'none'));
  });
  afterEach(() => vi.unstubAllEnvs());
  afterAll(folder.remove);

  it('uses TLS with the certificate file of the authority', async () => {
    const access = accessTo(ceph, { endpoint: ceph.secureEndpoint, caFile: ceph.caFile });
    expect((await delivered(access)).url).toBe(`${ceph.secureEndpoint}/${bucket}/in/a.pdf`);
  });

  it.each([
    ['in one request', 'http', false, 10_000],
    ['in parts', 'http', false, 12 * 2 ** 20],
    ['in one request', 'https', true, 10_000],
    ['in parts', 'https', true, 12 * 2 ** 20],
  ])('is protected by checksums, %s over %s', async (_how, scheme, isSecure, size) => {
    const upstream = { origin: ceph.endpoint };
    const certificate = isSecure ? authority.issue(['127.0.0.1']) : undefined;
    const proxy = await FaultyProxy.start({ upstream, ...(certificate && { certificate }) });
    try {
      const access = accessTo(ceph, { endpoint: proxy.origin, caFile: authority.caFile });
      const { upload, bytes } = uploadCase(folder, access, bucket, { size });
      await new UploadRun(upload).run();
      expect((await readObject(ceph, bucket, 'in/a.pdf')).equals(bytes)).toBe(true);
      const puts = proxy.seen.filter(({ method }) => method === 'PUT');
      expect(puts.length).toBe(size > 10_000 ? 3 : 1);
      for (const { headers } of puts) {
        expect(proxy.origin).toContain(`${scheme}://`);
        expect(headers['content-md5']).toMatch(/^[\w+/]{22}==$/);
        // Over TLS, bytes cannot be changed in transit, so they are not hashed for the signature
        // too.
        const hash = isSecure ? /^UNSIGNED-PAYLOAD$/ : /^[0-9a-f]{64}$/;
        expect(headers['x-amz-content-sha256']).toMatch(hash);
      }
    } finally {
      await proxy.close();
    }
  });

  it('rejects a server with an untrusted authority', async () => {
    const failure = await refused({ endpoint: ceph.secureEndpoint });
    expect(failure.code).toBe('delivery-refused');
    expect(failure.message).toContain('Choose a file with the certificate of its authority');
    expect(failure.fields).toMatchObject([{ field: 'caFile' }]);
  });

  it('rejects a server with the certificate of another host', async () => {
    const certificate = authority.issue(['elsewhere.example.org']);
    const proxy = await FaultyProxy.start({ upstream: { origin: ceph.endpoint }, certificate });
    try {
      const failure = await refused({ endpoint: proxy.origin, caFile: authority.caFile });
      expect(failure.code).toBe('delivery-refused');
      expect(failure.message).toContain('is for another name');
    } finally {
      await proxy.close();
    }
  });

  it.each([
    ['does not exist', {}],
    ['contains no certificate', { 'ca.pem': 'not one' }],
    [
      'contains an invalid certificate',
      { 'ca.pem': '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' },
    ],
  ])('reports a certificate file that %s', async (_what, files) => {
    const caFile = join(folder.with(files), 'ca.pem');
    const failure = await refused({ endpoint: ceph.secureEndpoint, caFile });
    expect(failure.message).toContain(`The file "${caFile}" contains no readable certificates`);
    expect(failure.fields).toMatchObject([{ field: 'caFile' }]);
  });

  it.each([
    ['follows a redirect (307) to', 'http://zone2.s3.localtest', true],
    ['follows no redirect to the other service', 'http://zone2.localtest', false],
    ['follows no redirect to', 'https://zone2.s3.localtest', false],
  ])('%s %s', async (_what, origin, isFollowed) => {
    const proxy = await FaultyProxy.start({ upstream: { origin: ceph.endpoint } });
    const { port } = new URL(proxy.origin);
    const location = `${origin}:${port}/${bucket}/in/a.pdf`;
    proxy.script = ({ headers: { host } }) =>
      host === `s3.localtest:${port}`
        ? { kind: 'answer', status: 307, headers: { location } }
        : { kind: 'answer', status: 200, headers: { etag: '"1"' } };
    try {
      const access = accessTo(ceph, { endpoint: `http://s3.localtest:${port}` });
      const { upload, bytes } = uploadCase(folder, access, bucket, { existing: 'overwrite' });
      if (!isFollowed) {
        const failure = await new UploadRun(upload).failure();
        expect(failure).toMatchObject({ code: 'delivery-refused', fields: [{ field: 'region' }] });
        expect(proxy.seen).toHaveLength(1);
        return;
      }
      const { url } = await new UploadRun(upload).run();
      expect(url).toBe(`http://s3.localtest:${port}/${bucket}/in/a.pdf`);
      const [, followed] = proxy.seen;
      expect(proxy.seen).toHaveLength(2);
      expect(followed).toMatchObject({ method: 'PUT', bodyBytes: bytes.length });
      expect(followed?.headers['host']).toBe(`zone2.s3.localtest:${port}`);
      const signatures = proxy.seen.map(({ headers }) => headers['authorization']);
      expect(signatures[1]).toMatch(/SignedHeaders=[^,]*;host;/);
      expect(new Set(signatures).size).toBe(2);
    } finally {
      await proxy.close();
    }
  });

  it('supports virtual-hosted buckets', async () => {
    const { port } = new URL(ceph.secureNamedEndpoint);
    const access = accessTo(ceph, {
      endpoint: ceph.secureNamedEndpoint,
      caFile: ceph.caFile,
      pathStyle: false,
    });
    expect((await delivered(access)).url).toBe(`https://${bucket}.s3.localtest:${port}/in/a.pdf`);
  });

  it('returns the public URL of an object if the destination has one', async () => {
    const access = accessTo(ceph, { publicBase: 'https://cdn.example.org/papers/' });
    const place = { bucket, key: 'in/ü b+c.pdf' };
    expect((await delivered(access, place.key)).url).toBe(
      'https://cdn.example.org/papers/in/%C3%BC%20b%2Bc.pdf',
    );
  });

  it('reports TLS to a plain HTTP server', async () => {
    const failure = await refused({ endpoint: ceph.endpoint.replace('http', 'https') });
    expect(failure).toMatchObject({ code: 'delivery-refused', fields: [{ field: 'endpoint' }] });
    expect(failure.message).toContain('does not speak TLS correctly');
  });

  it('reports that nothing listens', async () => {
    const [port = 0] = await freePorts(1);
    const failure = await refused({ endpoint: `http://127.0.0.1:${port}` });
    expect(failure.code).toBe('delivery-interrupted');
    expect(failure.message).toContain('the server refuses the connection');
  });

  it("uses the machine's variables", async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', ceph.owner.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', ceph.owner.secretAccessKey);
    vi.stubEnv('AWS_ENDPOINT_URL_S3', ceph.endpoint);
    const access = accessTo(ceph, {
      endpoint: null,
      region: null,
      pathStyle: false,
      credentials: machine,
    });
    expect((await delivered(access)).url).toBe(`${ceph.endpoint}/${bucket}/in/a.pdf`);
  });

  it('is not shared by uploads with other variables of the machine', async () => {
    const proxy = await FaultyProxy.start({ upstream: { origin: ceph.endpoint } });
    try {
      vi.stubEnv('AWS_ACCESS_KEY_ID', ceph.owner.accessKeyId);
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', ceph.owner.secretAccessKey);
      const access = accessTo(ceph, { endpoint: null, credentials: machine });
      const clients = new BucketClients();
      for (const endpoint of [ceph.endpoint, proxy.origin]) {
        vi.stubEnv('AWS_ENDPOINT_URL_S3', endpoint);
        const { upload } = uploadCase(folder, access, bucket, { existing: 'overwrite' });
        const { url } = await new UploadRun(upload).run({ clients });
        expect(url).toBe(`${endpoint}/${bucket}/in/a.pdf`);
      }
    } finally {
      await proxy.close();
    }
  });

  it("uses the machine's profile", async () => {
    const { accessKeyId, secretAccessKey } = ceph.owner;
    const files = folder.with({
      config: '[profile papers]\nregion = eu-west-3\n',
      credentials: `[papers]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key = ${secretAccessKey}\n`,
    });
    vi.stubEnv('AWS_CONFIG_FILE', join(files, 'config'));
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(files, 'credentials'));
    const credentials = { kind: 'machine', profile: 'papers' } as const;
    await delivered(accessTo(ceph, { region: null, credentials }));
    const link = await timeLimitedLink(
      accessTo(ceph, { region: null, credentials }),
      { bucket, key: 'a.pdf' },
      60,
    );
    expect(decodeURIComponent(link)).toContain('/eu-west-3/s3/');
  });

  it("uses the certificates and the addressing style of the machine's profile", async () => {
    const { accessKeyId, secretAccessKey } = ceph.owner;
    const written = (style: string, ...more: readonly string[]) => {
      const lines = ['[profile papers]', 'region = eu-west-3', ...more];
      const config = [...lines, 's3 =', `  addressing_style = ${style}`, ''].join('\n');
      const credentials = `[papers]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key = ${secretAccessKey}\n`;
      const files = folder.with({ config, credentials });
      vi.stubEnv('AWS_CONFIG_FILE', join(files, 'config'));
      vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(files, 'credentials'));
    };
    const access = accessTo(ceph, {
      endpoint: null,
      region: null,
      pathStyle: false,
      credentials: { kind: 'machine', profile: 'papers' },
    });
    const { secureNamedEndpoint: server, caFile } = ceph;
    written('virtual', `ca_bundle = ${caFile}`, `endpoint_url = ${server}`);
    const { port } = new URL(server);
    expect((await delivered(access)).url).toBe(`https://${bucket}.s3.localtest:${port}/in/a.pdf`);

    const address = async () =>
      new BucketClients().use(access, 'papers', {}, async ({ addressOf }) =>
        Promise.resolve(addressOf('a.pdf')),
      );
    written('path');
    expect(await address()).toBe('https://s3.eu-west-3.amazonaws.com/papers/a.pdf');
    written('auto');
    expect(await address()).toBe('https://papers.s3.eu-west-3.amazonaws.com/a.pdf');
    written('both');
    const upload = new UploadRun(uploadCase(folder, access, bucket).upload);
    expect((await upload.failure()).message).toContain('sets addressing_style to "both"');
    const missing = join(folder.path, 'missing.pem');
    written('virtual', `ca_bundle = ${missing}`);
    const failure = await new UploadRun(uploadCase(folder, access, bucket).upload).failure();
    expect(failure.message).toContain(`The file "${missing}" contains no readable certificates`);
  });

  it('is shared by uploads, with the credentials of a command, until one fails', async () => {
    const proxy = await FaultyProxy.start({ upstream: { origin: ceph.endpoint } });
    try {
      const { accessKeyId, secretAccessKey } = ceph.owner;
      const key = { Version: 1, AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey };
      const files = folder.with({ 'key.json': JSON.stringify(key), calls: '' });
      const [keyFile, calls] = [join(files, 'key.json'), join(files, 'calls')];
      const command = `sh -c "echo >> '${calls}'; cat '${keyFile}'"`;
      writeFileSync(join(files, 'config'), `[default]\ncredential_process = ${command}\n`);
      vi.stubEnv('AWS_CONFIG_FILE', join(files, 'config'));
      const access = accessTo(ceph, { endpoint: proxy.origin, credentials: machine });
      const clients = new BucketClients();
      const upload = async (name: string, into = bucket) => {
        const place = { bucket: into, key: name };
        const run = new UploadRun(uploadCase(folder, access, bucket, { place }).upload);
        return run.run({ clients });
      };
      for (const name of ['1.pdf', '2.pdf']) await upload(name);
      await expect(upload('2.pdf')).rejects.toThrow('already');
      await upload('3.pdf');
      expect(new Set(proxy.seen.map(({ connection }) => connection)).size).toBe(1);
      expect(readFileSync(calls, 'utf8')).toBe('\n');
      await expect(upload('4.pdf', 'no-bucket')).rejects.toThrow('There is no bucket');
      await upload('4.pdf');
      expect(readFileSync(calls, 'utf8')).toBe('\n\n');
    } finally {
      await proxy.close();
    }
  });

  it("ignores the machine's endpoint for the user's own key", async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', 'http://127.0.0.1:1');
    const link = await timeLimitedLink(
      accessTo(ceph, { endpoint: null, pathStyle: false, region: 'eu-west-3' }),
      { bucket, key: 'a.pdf' },
      60,
    );
    expect(new URL(link).origin).toBe(`https://${bucket}.s3.eu-west-3.amazonaws.com`);
  });

  it.each([
    ['none', null, 'This machine has no AWS credentials. Set AWS_ACCESS_KEY_ID'],
    ['a missing profile', 'absent', 'in the profile "absent"'],
  ])('reports what to set if the machine has no credentials: %s', async (_which, profile, text) => {
    const failure = await refused({ credentials: { kind: 'machine', profile } });
    expect(failure.code).toBe('delivery-refused');
    expect(failure.message).toContain(text);
    expect(failure.fields).toMatchObject([{ field: 'credentials' }]);
  });

  it('names the profile of AWS_PROFILE that does not exist', async () => {
    vi.stubEnv('AWS_PROFILE', 'gone');
    const failure = await refused({ credentials: machine });
    vi.unstubAllEnvs();
    expect(failure.message).toContain('in the profile "gone"');
  });

  it('says that an endpoint has no scheme', async () => {
    const failure = await refused({ endpoint: 'storage.example:9000' });
    expect(failure.message).toContain('Write it as https://storage.example:9000');
  });

  it('is open to everybody through a link until that expires', async () => {
    await writeObject(ceph, bucket, 'in/ü b.pdf', 'the bytes');
    const link = await timeLimitedLink(accessTo(ceph), { bucket, key: 'in/ü b.pdf' }, 60);
    expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('60');
    expect(await (await fetch(link)).text()).toBe('the bytes');
    expect((await fetch(link.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))).status).toBe(403);
  });

  async function delivered(access: ReturnType<typeof accessTo>, key = 'in/a.pdf') {
    const { upload, bytes } = uploadCase(folder, access, bucket, { place: { bucket, key } });
    const outcome = await new UploadRun(upload).run();
    expect((await readObject(ceph, bucket, key)).equals(bytes)).toBe(true);
    return outcome;
  }

  async function refused(change: Parameters<typeof accessTo>[1]) {
    return new UploadRun(uploadCase(folder, accessTo(ceph, change), bucket).upload).failure();
  }
});
