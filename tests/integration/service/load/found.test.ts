import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ErrorBody, type RunningService, startServe } from '../../support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.js';

// Requests that failed in the fuzzer, once more.

let folder: TemporaryFolder;
let service: RunningService;

beforeAll(async () => {
  folder = temporaryFolder();
  service = await startServe(['--no-auth', '--quiet'], { configFolder: folder.with({}) });
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

/** Sends raw lines and returns the status and the error of the response. */
async function exchange(lines: readonly string[]): Promise<{ status: number; code: string }> {
  const { hostname, port } = new URL(service.address);
  const socket = connect(Number(port), hostname);
  socket.write([...lines, `host: ${hostname}`, 'connection: close', '', ''].join('\r\n'));
  let text = '';
  socket.on('data', (data: Buffer) => (text += data.toString()));
  await once(socket, 'close');
  const status = Number(text.split(' ')[1]);
  const body = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  return { status, code: (JSON.parse(body) as ErrorBody).error.code };
}

it.each([
  ['QUERY without a content type', ['QUERY /metrics HTTP/1.1'], 405, 'method-not-allowed'],
  ['QUERY of an unknown path', ['QUERY /nothing HTTP/1.1'], 404, 'not-found'],
  ['an unknown Expect', ['POST /v1/pdf HTTP/1.1', 'expect: 5'], 417, 'expectation-failed'],
])('%s gets an error in JSON', async (_, lines, status, code) => {
  expect(await exchange(lines)).toEqual({ status, code });
});
