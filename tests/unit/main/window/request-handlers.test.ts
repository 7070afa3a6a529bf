import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { literal } from '../../../../electron/shared/messages/message.js';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readRequest, requestText } from '../../../../electron/main/window/request-handlers.js';
import { remoteEndpointSchema } from '../../../../electron/shared/endpoints.js';
import { parseConversionRequest } from '../../../../electron/shared/request/request.js';

vi.mock('electron', () => ({ clipboard: {} }));

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
    html: '<p>inlined',
    size: 9,
    inlined: 1,
    unresolved: [{ address: 'gone.png', reason: literal('it does not exist') }],
  });

describe('a request as text', () => {
  it('contains the inlined file, replaced placeholders and the storage of the service', async () => {
    const source = { kind: 'file', path: '/d/ä b.html' };
    const request = parseConversionRequest({ source, filename: '{name}.pdf' });
    const { text, unresolved } = await requestText(
      'json',
      request,
      { inline },
      { endpoint, target: endpoint, name: 'a.pdf' },
    );
    expect(JSON.parse(text)).toEqual({
      source: '<p>inlined',
      filename: '--b.pdf',
      storage: { provider: 'object_store', bucket_destination: 's3://papers/ä b.pdf' },
    });
    expect(unresolved).toEqual(['gone.png']);
  });

  it('reports options that the API does not have before anything is inlined', async () => {
    const request = parseConversionRequest({
      source: { kind: 'html', html: '<p>' },
      landscape: true,
      timeoutSeconds: 5,
    });
    const unused = { inline: async () => Promise.reject(new Error('It was inlined.')) };
    const work = requestText('curl', request, unused, {
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

  it('is read unchanged', async () => {
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
  ])('%s is rejected', async (text, code) => {
    await expect(readRequest(fileWith(text))).rejects.toMatchObject({ code });
  });

  it('is rejected if it does not exist', async () => {
    const path = join(folder, 'none.json');
    await expect(readRequest(path)).rejects.toMatchObject({
      code: 'source-unreadable',
      message: `"${path}" does not exist; check the path.`,
    });
  });
});
