import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRequest, requestText } from '../../../../electron/main/window/request-text.js';
import { remoteEndpointSchema } from '../../../../electron/shared/endpoints.js';
import { parseConversionRequest } from '../../../../electron/shared/request/request.js';

const folder = mkdtempSync(join(tmpdir(), 'platen-request-'));
afterAll(() => rmSync(folder, { recursive: true }));

const endpoint = remoteEndpointSchema.parse({
  id: 'a',
  name: 'Office',
  address: 'https://pdf.example.org',
  login: { kind: 'key' },
  storage: { provider: 'object_store', bucketDestination: 's3://papers/{name}.pdf' },
});
const inline = async () =>
  Promise.resolve({
    html: '<p>packed',
    size: 9,
    inlined: 1,
    unresolved: [{ address: 'gone.png', reason: 'It is not there.' }],
  });

describe('a request as text', () => {
  it('has its file inside, its placeholders filled in, and the storage of its service', async () => {
    const source = { kind: 'file', path: '/d/ä b.html' };
    const request = parseConversionRequest({ source, filename: '{name}.pdf' });
    const { text, left } = await requestText(
      'json',
      request,
      { inline },
      { endpoint, target: endpoint, name: 'a.pdf' },
    );
    expect(JSON.parse(text)).toEqual({
      source: '<p>packed',
      filename: '--b.pdf',
      storage: { provider: 'object_store', bucket_destination: 's3://papers/ä b.pdf' },
    });
    expect(left).toEqual(['gone.png']);
  });

  it('cannot say what the interface does not know, which is told before anything is packed', async () => {
    const request = parseConversionRequest({
      source: { kind: 'html', html: '<p>' },
      landscape: true,
      timeoutSeconds: 5,
    });
    const unpacked = { inline: async () => Promise.reject(new Error('It was packed.')) };
    const work = requestText('curl', request, unpacked, {
      endpoint: undefined,
      target: endpoint,
      name: 'a.pdf',
    });
    await expect(work).rejects.toMatchObject({
      fields: [{ field: 'landscape' }, { field: 'timeoutSeconds' }],
    });
  });
});

describe('a request from a file', () => {
  const fileWith = (text: string) => {
    const path = join(folder, 'request.json');
    writeFileSync(path, text);
    return path;
  };

  it('comes back as it was written', async () => {
    const request = parseConversionRequest({
      source: { kind: 'url', url: 'https://example.org/' },
      zoom: 0.5,
      webhook: 'https://example.org/hook',
    });
    const { text } = await requestText(
      'json',
      request,
      { inline },
      { endpoint: undefined, target: endpoint, name: 'a.pdf' },
    );
    expect(await readRequest(fileWith(`\ufeff${text}`))).toEqual(request);
  });

  it.each([
    ['{', 'source-unreadable'],
    ['[]', 'invalid-request'],
    ['{"source":"<p>","zom":1}', 'invalid-request'],
  ])('%s is a mistake', async (text, code) => {
    await expect(readRequest(fileWith(text))).rejects.toMatchObject({ code });
  });

  it('that is not there is a mistake', async () => {
    await expect(readRequest(join(folder, 'none.json'))).rejects.toMatchObject({
      code: 'source-unreadable',
      message: expect.stringContaining('ENOENT') as string,
    });
  });
});
