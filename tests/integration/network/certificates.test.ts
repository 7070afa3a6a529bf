import { readFileSync } from 'node:fs';
import { type Server, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { certificateWarnings } from '../../../electron/main/network/certificates.js';
import { connectionFault } from '../../../electron/main/network/connection-fault.js';
import { RequestFault, sendRequest } from '../../../electron/main/network/http-client.js';
import { englishText } from '../../../electron/shared/messages/translator.js';
import { makeAuthority } from '../../support/certificates.js';
import { runConvert } from '../support/run-convert.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();
const { caFile, ca, issue } = makeAuthority(folder.path);
const files = folder.with({
  'empty.pem': '# no certificate\n',
  'mixed.pem': `# comment\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n${readFileSync(caFile, 'utf8')}`,
});
let server: Server;

beforeAll(async () => {
  server = createServer(issue(['localhost', '127.0.0.1']), (_, response) => response.end('ok'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  for (const name of ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS']) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => {
  server.close();
  folder.remove();
});

async function problem(own?: readonly string[]): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const url = new URL(`https://127.0.0.1:${port}/`);
  try {
    const response = await sendRequest({ method: 'GET', url, headers: {}, ca: own, limits: {} });
    response.destroy();
    return 'none';
  } catch (thrown) {
    const cause = thrown instanceof RequestFault ? thrown.details.cause : thrown;
    return connectionFault(cause)?.problem ?? String(thrown);
  }
}

describe('the certificate of a private authority', () => {
  it('is not trusted by itself', { tags: ['core'] }, async () => {
    expect(await problem()).toBe('certificate-untrusted');
  });

  it.each(['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'])(
    'is trusted if %s names it, beside certificates that cannot be read',
    async (name) => {
      vi.stubEnv(name, join(files, 'mixed.pem'));
      expect(await problem()).toBe('none');
      // Certificates of a destination or service add to those of the machine.
      expect(await problem([makeAuthority(folder.with({})).ca])).toBe('none');
    },
  );

  it('is trusted by the request that names it alone', { tags: ['core'] }, async () => {
    expect(await problem([ca])).toBe('none');
    expect(await problem()).toBe('certificate-untrusted');
  });

  it('is missed in a warning if a file cannot be read, or has no certificates', () => {
    const [missing, empty] = [join(files, 'missing.pem'), join(files, 'empty.pem')];
    const env = { SSL_CERT_FILE: missing, NODE_EXTRA_CA_CERTS: empty };
    expect(certificateWarnings(env).map(englishText)).toEqual([
      `SSL_CERT_FILE names the file "${missing}", which cannot be read (ENOENT). Its certificates are not trusted.`,
      `NODE_EXTRA_CA_CERTS names the file "${empty}", which contains no certificates. Name a PEM file.`,
    ]);
    expect(certificateWarnings({ SSL_CERT_FILE: join(files, 'mixed.pem') })).toEqual([]);
    expect(certificateWarnings({ SSL_CERT_FILE: '' })).toEqual([]);
  });

  it('is reported at the start of a command', async () => {
    const missing = join(files, 'missing.pem');
    const { stderr } = await runConvert(['--version'], { env: { SSL_CERT_FILE: missing } });
    expect(stderr).toContain(`platen: SSL_CERT_FILE names the file "${missing}"`);
  });

  it('is not trusted if the file is missing', async () => {
    vi.stubEnv('SSL_CERT_FILE', join(files, 'missing.pem'));
    expect(await problem()).toBe('certificate-untrusted');
  });
});
