import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Outbox, openOutbox } from '../../../electron/main/outbox/outbox.js';
import type { RetrySchedule } from '../../../electron/main/outbox/schedule.js';
import { webhookSender } from '../../../electron/main/webhooks/send-webhook.js';
import { atRest } from '../../support/at-rest.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { isSignedWith } from '../../support/webhook-signature.js';

const secret = `whsec_${Buffer.from('the secret of the tests, 32 byte').toString('base64')}`;

let userData = '';
let receiver: WebhookReceiver;
let opened: Outbox[] = [];
beforeEach(async () => {
  userData = mkdtempSync(join(tmpdir(), 'platen-outbox-'));
  receiver = await WebhookReceiver.start();
  opened = [];
});
afterEach(async () => {
  for (const outbox of opened) await outbox.stop();
  await receiver.close();
  rmSync(userData, { recursive: true });
});

const noUploads = async () => Promise.reject(new Error('There are no uploads here.'));

/**
 * Opens the outbox of the folder, as Platen does at startup. @param delays after each attempt, in
 * milliseconds
 */
async function start(...delays: readonly number[]): Promise<Outbox> {
  const schedules = { delays, isEndless: false };
  const schedule: RetrySchedule = {
    upload: schedules,
    webhook: schedules,
    isInteractive: false,
    refusalMs: 0,
  };
  const { outbox } = await openOutbox({
    userData,
    schedule,
    sendWebhook: webhookSender({
      secret: async () => Promise.resolve(secret),
      allowsPrivate: () => true,
    }),
    upload: noUploads,
    abortUpload: noUploads,
    accessTo: noUploads,
  });
  opened.push(outbox);
  outbox.start();
  return outbox;
}

async function send(outbox: Outbox): Promise<readonly string[]> {
  const ids = await outbox.stage({
    job: 'job',
    uploads: [],
    webhook: {
      address: `${receiver.origin}/hook`,
      outcome: { kind: 'completed', file: { name: 'a.pdf', size: 7 } },
    },
  });
  await outbox.release(ids);
  return ids;
}

test(
  'a receiver that fails once gets the same webhook again, with a new signature',
  { tags: ['core'] },
  async () => {
    receiver.answer = (number) => ({ status: number === 0 ? 500 : 200 });
    const outbox = await start(10);
    const ids = await send(outbox);
    const [message] = await atRest(outbox, ids);
    expect(message?.state).toEqual({ status: 'delivered', attempts: 2 });
    const [first, second] = receiver.received;
    expect(receiver.received).toHaveLength(2);
    expect(first?.headers['webhook-id']).toBe(ids[0]);
    expect(second?.headers['webhook-id']).toBe(ids[0]);
    expect(second?.body).toEqual(first?.body);
    expect(receiver.received.every((webhook) => isSignedWith(secret, webhook))).toBe(true);
  },
);

test('a webhook that waits for its next attempt is sent after the next start', async () => {
  receiver.answer = (number) => ({ status: number === 0 ? 503 : 204 });
  const first = await start(50, 50);
  const ids = await send(first);
  await receiver.next();
  await first.stop();
  const next = await start(50, 50);
  const [message] = await atRest(next, ids);
  expect(message?.state.status).toBe('delivered');
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set(ids),
  );
});

test('a webhook that was being sent when Platen was killed is repeated with its id', async () => {
  receiver.answer = (number) => (number === 0 ? 'hang' : { status: 200 });
  const interrupted = await start();
  const ids = await send(interrupted);
  const first = await receiver.next();
  // Nothing is reported to the outbox: the next start finds what a kill leaves.
  const next = await start();
  const [message] = await atRest(next, ids);
  expect(message?.state.status).toBe('delivered');
  expect(receiver.received[1]?.body).toEqual(first.body);
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([...ids, ...ids]);
});

test('a receiver that rejects webhooks gets no more', async () => {
  receiver.answer = () => ({ status: 410 });
  const outbox = await start(10, 10);
  const [message] = await atRest(outbox, await send(outbox));
  expect(message?.state).toMatchObject({
    status: 'failed',
    attempts: 1,
    error: { code: 'delivery-refused' },
  });
  expect(receiver.received).toHaveLength(1);
});
