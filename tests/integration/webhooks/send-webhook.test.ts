// @module-tag core

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type WebhookSettings,
  webhookSender,
} from '../../../electron/main/webhooks/send-webhook.js';
import type { WebhookPost } from '../../../electron/main/webhooks/webhook-post.js';
import { type Authority, localNames, makeAuthority } from '../../support/certificates.js';
import { type WebhookAnswer, WebhookReceiver } from '../../support/webhook-receiver.js';
import { isSignedWith } from '../../support/webhook-signature.js';

const folder = mkdtempSync(join(tmpdir(), 'platen-webhook-'));
const secret = `whsec_${Buffer.from('the secret of the tests, 32 byte').toString('base64')}`;
let authority: Authority;
let untrustedReceiver: Authority;
let receiver: WebhookReceiver | undefined;

beforeAll(() => {
  authority = makeAuthority(mkdtempSync(join(folder, 'own-')));
  untrustedReceiver = makeAuthority(mkdtempSync(join(folder, 'other-')));
});
afterEach(async () => {
  await receiver?.close();
  receiver = undefined;
});
afterAll(() => rmSync(folder, { recursive: true }));

function sender(settings: Partial<WebhookSettings> = {}) {
  return webhookSender({
    secret: async () => Promise.resolve(secret),
    allowsPrivate: () => true,
    ca: [authority.ca],
    timeoutMs: 10_000,
    ...settings,
  });
}

/** Sends a webhook to the receiver, and returns its failure; null if it arrived. */
async function failureOf(
  { origin }: Pick<WebhookReceiver, 'origin'>,
  settings: Partial<WebhookSettings> = {},
  post: Partial<WebhookPost> = {},
): Promise<unknown> {
  const message = { id: 'id-1', address: `${origin}/hook?key=hidden`, body: '{"ä":1}' };
  const signal = new AbortController().signal;
  return sender(settings)({ ...message, encryptedOnly: false, ...post }, signal).then(
    () => null,
    (thrown: unknown) => thrown,
  );
}

const answering = async (answer: WebhookAnswer) => {
  receiver = await WebhookReceiver.start();
  receiver.answer = () => answer;
  return receiver;
};

describe('a webhook', () => {
  test('arrives completely, with the headers of Standard Webhooks and a signature', async () => {
    receiver = await WebhookReceiver.start();
    expect(await failureOf(receiver)).toBeNull();
    const webhook = await receiver.next();
    expect(webhook).toMatchObject({
      method: 'POST',
      path: '/hook?key=hidden',
      headers: { 'content-type': 'application/json', 'webhook-id': 'id-1', 'content-length': '8' },
      body: Buffer.from('{"ä":1}'),
    });
    const sent = Number(webhook.headers['webhook-timestamp']) * 1000;
    expect(Math.abs(sent - webhook.time)).toBeLessThan(60_000);
    expect(isSignedWith(secret, webhook)).toBe(true);
    expect(isSignedWith(`whsec_${btoa('another secret')}`, webhook)).toBe(false);
  });

  test('is not signed without a secret', async () => {
    receiver = await WebhookReceiver.start();
    expect(await failureOf(receiver, { secret: async () => Promise.resolve(null) })).toBeNull();
    expect((await receiver.next()).headers).not.toHaveProperty('webhook-signature');
  });

  test('contains the user and password of its URL', async () => {
    receiver = await WebhookReceiver.start();
    const address = receiver.origin.replace('://', '://user:p%40ss@');
    expect(await failureOf(receiver, {}, { address })).toBeNull();
    const { headers } = await receiver.next();
    expect(headers.authorization).toBe(`Basic ${btoa('user:p@ss')}`);
  });

  test('is not sent with a malformed secret, which no error quotes', async () => {
    receiver = await WebhookReceiver.start();
    const malformed = async () => Promise.resolve('whsec_not base64!');
    const failure = await failureOf(receiver, { secret: malformed });
    expect(failure).toMatchObject({
      code: 'delivery-refused',
      message: `Couldn't deliver the webhook to ${new URL(receiver.origin).host}. The signing secret is malformed. Enter whsec_ followed by base64, as the receiver provides it.`,
    });
    expect(receiver.received).toEqual([]);
  });

  test('is sent over TLS to authorities that this machine trusts', async () => {
    receiver = await WebhookReceiver.start(authority.issue(localNames));
    expect(await failureOf(receiver, {}, { encryptedOnly: true })).toBeNull();
    expect(receiver.received).toHaveLength(1);
  });

  test.each([
    ['of an unknown authority', () => untrustedReceiver.issue(localNames), 'authority'],
    ['for another name', () => authority.issue(['elsewhere.test']), 'for another name'],
  ])('is not sent to a server with a certificate %s', async (_case, issue, text) => {
    receiver = await WebhookReceiver.start(issue());
    expect(await failureOf(receiver)).toMatchObject({
      code: 'delivery-refused',
      message: expect.stringContaining(text) as string,
    });
    expect(receiver.received).toEqual([]);
  });
});

describe('a response', () => {
  test.each([200, 201, 299])('of %i is a success', async (status) => {
    expect(await failureOf(await answering({ status }))).toBeNull();
  });

  test('with a huge body is not read to its end', async () => {
    let created = 0;
    const endless = function* () {
      for (; created < 1024; created += 1) yield Buffer.alloc(64 * 1024);
    };
    const server = createServer((_request, response) => {
      const interrupted = pipeline(Readable.from(endless()), response);
      interrupted.catch(() => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await failureOf({ origin: `http://127.0.0.1:${port}` })).toBeNull();
    await new Promise((resolve) => server.close(resolve));
    expect(created).toBeGreaterThan(0);
    expect(created).toBeLessThan(512);
  });

  test.each<[WebhookAnswer, object]>([
    [{ status: 500 }, { code: 'delivery-interrupted', details: { retryAfterMs: undefined } }],
    [
      { status: 503, headers: { 'retry-after': '120' } },
      { code: 'delivery-interrupted', details: { retryAfterMs: 120_000 } },
    ],
    [{ status: 400 }, { code: 'delivery-interrupted' }],
    [{ status: 410 }, { code: 'delivery-refused' }],
    ['hang-up', { code: 'delivery-interrupted' }],
  ])('of %o is a failure', async (answer, expected) => {
    expect(await failureOf(await answering(answer))).toMatchObject(expected);
    expect(receiver?.received).toHaveLength(1);
  });

  test('that redirects is not followed', async () => {
    const other = await WebhookReceiver.start();
    const location = `${other.origin}/other?key=hidden`;
    const failure = await failureOf(await answering({ status: 307, headers: { location } }));
    expect(failure).toMatchObject({
      code: 'delivery-refused',
      message: `Couldn't deliver the webhook to ${new URL(receiver?.origin ?? '').host}. The receiver answered 307, a redirect, which webhooks do not follow. Enter the URL that it leads to.`,
    });
    expect(other.received).toEqual([]);
    await other.close();
  });

  test('that never comes times out', async () => {
    expect(await failureOf(await answering('hang'), { timeoutMs: 1_000 })).toMatchObject({
      code: 'delivery-interrupted',
      message: expect.stringContaining('did not answer within 1 s') as string,
    });
  });

  test('whose body never ends counts with its head', async () => {
    expect(await failureOf(await answering('hang-in-body'), { timeoutMs: 2_000 })).toBeNull();
  });
});

describe('the host of a webhook', () => {
  const closed = { allowsPrivate: () => false };

  test.each([
    ['http://127.0.0.1:1', '127.0.0.1'],
    ['http://2130706433:1', '127.0.0.1'],
    ['http://[::ffff:10.1.2.3]:1', '::ffff:a01:203'],
    ['http://169.254.169.254', '169.254.169.254'],
  ])('may not have the private address %s', async (origin, address) => {
    expect(await failureOf({ origin }, closed)).toMatchObject({
      code: 'delivery-refused',
      message: expect.stringContaining(
        `leads to the private address ${address}. To allow`,
      ) as string,
    });
  });

  test('may not resolve to a private address, even among others', async () => {
    const lookUp = async () => Promise.resolve(['93.184.216.34', '192.168.0.1']);
    const failure = await failureOf({ origin: 'http://hooks.test' }, { ...closed, lookUp });
    expect(failure).toMatchObject({ code: 'delivery-refused' });
  });

  test('is looked up once, and the checked addresses are used', async () => {
    receiver = await WebhookReceiver.start();
    const { port } = new URL(receiver.origin);
    const asked: string[] = [];
    const lookUp = async (host: string) => {
      asked.push(host);
      return Promise.resolve([asked.length === 1 ? '127.0.0.1' : '127.0.0.2']);
    };
    expect(await failureOf({ origin: `http://hooks.test:${port}` }, { lookUp })).toBeNull();
    expect(asked).toEqual(['hooks.test']);
    expect((await receiver.next()).headers.host).toBe(`hooks.test:${port}`);
  });

  test('may be unencrypted only on this machine, with a flag', async () => {
    receiver = await WebhookReceiver.start();
    expect(await failureOf(receiver, {}, { encryptedOnly: true })).toBeNull();
    const lookUp = async () => Promise.resolve(['192.0.2.1']);
    const origin = 'http://hooks.test';
    expect(await failureOf({ origin }, { lookUp }, { encryptedOnly: true })).toMatchObject({
      code: 'delivery-refused',
      message: expect.stringContaining('not encrypted') as string,
    });
  });
});

describe('a connection', () => {
  test('that is refused, or to an unknown host, can be retried', async () => {
    const { port } = await freedPort();
    expect(await failureOf({ origin: `http://127.0.0.1:${port}` })).toMatchObject({
      code: 'delivery-interrupted',
      message: `Couldn't deliver the webhook to 127.0.0.1:${port}. The connection failed: the server refuses the connection.`,
    });
    const lookUp = async () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }));
    expect(await failureOf({ origin: 'http://hooks.test' }, { lookUp })).toMatchObject({
      code: 'delivery-interrupted',
      message:
        "Couldn't deliver the webhook to hooks.test. The connection failed: there is no server of that name.",
    });
  });

  test('is not made if the lookup times out, or the webhook is canceled', async () => {
    const lookUp = async () => new Promise<never>(() => undefined);
    const origin = 'http://hooks.test';
    expect(await failureOf({ origin }, { lookUp, timeoutMs: 50 })).toMatchObject({
      code: 'delivery-interrupted',
    });
    const controller = new AbortController();
    const post = { id: 'x', address: origin, body: '', encryptedOnly: false };
    const sent = sender({ lookUp })(post, controller.signal);
    controller.abort();
    await expect(sent).rejects.toThrow();
  });

  test('that is aborted leaves none open', async () => {
    receiver = await WebhookReceiver.start();
    receiver.answer = () => 'hang';
    const controller = new AbortController();
    const address = `${receiver.origin}/hook`;
    const post = { id: 'x', address, body: '', encryptedOnly: false };
    const sent = sender({ timeoutMs: 60_000 })(post, controller.signal);
    sent.catch(() => undefined);
    await receiver.next();
    controller.abort();
    await expect(sent).rejects.toThrow();
  });
});

/** Returns a port that nothing listens on. */
async function freedPort(): Promise<{ readonly port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const probe = connect(port, '127.0.0.1');
  await new Promise<void>((resolve) => probe.on('error', () => resolve()));
  return { port };
}
