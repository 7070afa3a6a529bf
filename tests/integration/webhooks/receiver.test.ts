import { mkdtempSync, rmSync } from 'node:fs';
import { request as secureRequest } from 'node:https';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { makeAuthority } from '../../support/certificates.js';
import { type WebhookAnswer, WebhookReceiver } from '../../support/webhook-receiver.js';
import { isSignedWith } from '../../support/webhook-signature.js';

let receiver: WebhookReceiver | undefined;
afterEach(() => receiver?.close());

const post = (body = '{}', options: RequestInit = {}) =>
  fetch(`${receiver?.origin ?? ''}/hook?of=1`, {
    method: 'POST',
    body,
    redirect: 'manual',
    ...options,
  });

/** For responses that never end, but may begin. */
const impatient = () => ({ signal: AbortSignal.timeout(2_000) });

describe('the webhook receiver of the tests', () => {
  it('returns webhooks in order, with headers and bytes', async () => {
    receiver = await WebhookReceiver.start();
    const first = receiver.next();
    const second = receiver.next();
    await post('{"ä":1}', { headers: { 'x-own': 'yes' } });
    await post('2');
    expect(await first).toMatchObject({
      method: 'POST',
      path: '/hook?of=1',
      headers: { 'x-own': 'yes' },
      body: Buffer.from('{"ä":1}'),
    });
    expect(await second).toMatchObject({ body: Buffer.from('2') });
  });

  it.each<[WebhookAnswer, object]>([
    [{ status: 204 }, { status: 204 }],
    [
      { status: 302, headers: { location: 'http://127.0.0.1/' } },
      { status: 302, redirected: false },
    ],
  ])('responds as configured: %o', async (answer, expected) => {
    receiver = await WebhookReceiver.start();
    receiver.answer = () => answer;
    expect(await post()).toMatchObject(expected);
  });

  it.each<[WebhookAnswer, string]>([
    ['hang', 'TimeoutError'],
    ['hang-up', 'TypeError'],
  ])('does not respond: %s', async (answer, name) => {
    receiver = await WebhookReceiver.start();
    receiver.answer = () => answer;
    await expect(post('{}', impatient())).rejects.toMatchObject({ name });
    expect(receiver.received).toHaveLength(1);
  });

  it('starts a response and does not end it', async () => {
    receiver = await WebhookReceiver.start();
    receiver.answer = () => 'hang-in-body';
    const response = await post('{}', impatient());
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it.each([
    ['localhost', null],
    ['elsewhere.test', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('uses TLS as %s', async (name, code) => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-test-'));
    const authority = makeAuthority(folder);
    receiver = await WebhookReceiver.start(authority.issue([name]));
    rmSync(folder, { recursive: true });
    const request = secureRequest(receiver.origin, { method: 'POST', ca: authority.ca }).end();
    const answered = once(request, 'response');
    if (code === null) await expect(answered).resolves.toBeDefined();
    else await expect(answered).rejects.toMatchObject({ code });
  });
});

describe('the signature check of the tests', () => {
  const secret = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`;
  const signed = new Webhook(secret).sign('msg_1', new Date(1_700_000_000_000), '{"a":1}');
  const webhook = (signature: string, body = '{"a":1}') => ({
    method: 'POST',
    path: '/',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': signature,
    },
    body: Buffer.from(body),
    time: 0,
  });

  it.each([
    ['a signature of the library', secret, webhook(signed), true],
    ['one of several signatures', secret, webhook(`v1,AAAA ${signed}`), true],
    ['another body', secret, webhook(signed, '{"a":2}'), false],
    ['another secret', `whsec_${Buffer.from('other').toString('base64')}`, webhook(signed), false],
    ['no signature', secret, webhook(''), false],
  ])('%s', (_which, key, received, expected) => {
    expect(isSignedWith(key, received)).toBe(expected);
  });
});
