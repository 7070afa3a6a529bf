import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type CurlTarget, curlCommand } from '../../../electron/shared/curl.js';
import type { WireRequest } from '../../../electron/shared/request/wire.js';

const run = promisify(execFile);

/**
 * Runs a command with sh against a test server, and returns the request it received and the result
 * of the command.
 */
async function sent(
  wire: WireRequest,
  login: CurlTarget['login'],
  { testMode = false, suggested = 'document.pdf' } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'platen-curl-'));
  const received: { body: string; authorization?: string; test?: unknown; path?: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization = '', 'svc-test-mode': test } = request.headers;
      received.push({
        body: Buffer.concat(chunks).toString(),
        authorization: Buffer.from(authorization.slice(6), 'base64').toString(),
        test,
        path: request.url ?? '',
      });
      response.end('%PDF-answer');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  try {
    const { port } = server.address() as AddressInfo;
    const target = { address: `http://127.0.0.1:${port}/base/`, login, testMode };
    const command = curlCommand(wire, target, suggested);
    expect(command).not.toContain('s3cret');
    const env = { ...process.env, PLATEN_API_KEY: 's3cret $HOME "x"' };
    await writeFile(join(folder, 'command.sh'), command);
    const { stdout } = await run('sh', ['command.sh'], { cwd: folder, env });
    const file = await readFile(join(folder, wire.filename ?? suggested), 'utf8').catch(() => null);
    return { ...received[0], stdout, file };
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
}

const sources = [
  `<p title="it's">$HOME \`id\` $(id) \\n "quoted"</p>`,
  '<p>\nPLATEN_REQUEST\n</p>\r\n<p>\t\u0007</p>',
  '<p>日本語 العربية 🖨</p>',
  `<p>${'x'.repeat(300_000)}</p>`,
];

describe('a curl command, run with sh', () => {
  it.each(sources.map((source, index) => [index, source] as const))(
    'sends source %i unchanged',
    async (_, source) => {
      const { body, authorization, path, file, test } = await sent(
        { source, filename: 'a-b.pdf' },
        { kind: 'key' },
      );
      expect(JSON.parse(body ?? '')).toEqual({ source, filename: 'a-b.pdf' });
      expect({ authorization, path, file, test }).toEqual({
        authorization: 's3cret $HOME "x":',
        path: '/base/v1/pdf',
        file: '%PDF-answer',
        test: undefined,
      });
    },
  );

  it.each([
    ['an unknown key', { PLATEN_API_KEY: 'wrong' }, 'error: 401'],
    ['no key', { PLATEN_API_KEY: undefined }, 'PLATEN_API_KEY: '],
    ['an empty key', { PLATEN_API_KEY: '' }, 'PLATEN_API_KEY: '],
  ])('does not overwrite an existing PDF with %s', async (_, key, output) => {
    const folder = await mkdtemp(join(tmpdir(), 'platen-curl-'));
    const server = createServer((_request, response) => {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":{}}');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    try {
      const { port } = server.address() as AddressInfo;
      const target = { address: `http://127.0.0.1:${port}`, login: { kind: 'key' } } as const;
      const command = curlCommand({ source: '<p>' }, { ...target, testMode: false }, 'good.pdf');
      await writeFile(join(folder, 'command.sh'), command);
      await writeFile(join(folder, 'good.pdf'), '%PDF-good');
      const env = { ...process.env, ...key };
      const failure = run('sh', ['command.sh'], { cwd: folder, env });
      await expect(failure).rejects.toMatchObject({
        stderr: expect.stringContaining(output) as string,
      });
      expect(await readFile(join(folder, 'good.pdf'), 'utf8')).toBe('%PDF-good');
    } finally {
      server.close();
      await rm(folder, { recursive: true });
    }
  });

  it.each(['Invoice-7.pdf', `it's $(id) "a".pdf`, '-o.pdf'])(
    'writes %s if the request has no file name',
    async (suggested) => {
      const { file } = await sent({ source: '<p>' }, { kind: 'key' }, { suggested });
      expect(file).toBe('%PDF-answer');
    },
  );

  it('sends no login to a service without authentication', async () => {
    const { authorization, file } = await sent({ source: '<p>' }, { kind: 'none' });
    expect({ authorization, file }).toEqual({ authorization: '', file: '%PDF-answer' });
  });

  it('sends the name of a user in test mode, and shows the response of a bucket', async () => {
    const storage = {
      provider: 'object_store',
      bucket_destination: "s3://papers/it's.pdf",
    } as const;
    const { body, authorization, test, stdout, file } = await sent(
      { source: '<p>', storage },
      { kind: 'user', user: "o'brien $x" },
      { testMode: true },
    );
    expect(JSON.parse(body ?? '')).toEqual({ source: '<p>', storage });
    expect({ authorization, test, stdout, file }).toEqual({
      authorization: `o'brien $x:s3cret $HOME "x"`,
      test: 'true',
      stdout: '%PDF-answer',
      file: null,
    });
  });
});
