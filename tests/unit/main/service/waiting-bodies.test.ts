import { type ClientRequest, request } from 'node:http';
import { expect, it } from 'vitest';
import { waitingBytes } from '../../../../electron/main/service/contract/service-options.js';
import { openTestService } from './support/open-service.js';

it('bodies that would exceed the memory budget together are rejected unread, until there is room', async () => {
  const service = await openTestService({ isOpen: true, bodyLimit: waitingBytes });
  const post = () => {
    const headers = { 'content-type': 'application/json' };
    return request(`${service.address}/v1/pdf`, { method: 'POST', headers });
  };
  // It does not declare its length, and so counts as the largest.
  const slow = post();
  slow.write('{"source":');
  let last = await responseOf(post(), '{"source":"<p>x"}');
  while (last.status !== 429) last = await responseOf(post(), '{"source":"<p>x"}');
  expect(last.body).toContain('"code":"queue-full"');
  expect(Number(last.retryAfter)).toBeGreaterThan(0);
  expect(await responseOf(slow, '"<p>slow"}')).toMatchObject({ status: 200 });
  expect(await responseOf(post(), '{"source":"<p>x"}')).toMatchObject({ status: 200 });
  await service.end();
});

async function responseOf(
  sent: ClientRequest,
  rest: string,
): Promise<{ readonly status: number; readonly body: string; readonly retryAfter?: string }> {
  return new Promise((done, failed) => {
    sent.on('error', failed);
    sent.on('response', (response) => {
      let body = '';
      response.on('data', (data: Buffer) => (body += data.toString()));
      const retryAfter = response.headers['retry-after'] ?? '';
      response.on('end', () => done({ status: response.statusCode ?? 0, body, retryAfter }));
    });
    sent.end(rest);
  });
}
