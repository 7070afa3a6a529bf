import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeliveryFailure } from '../../../../electron/main/network/delivery-failure.js';
import { newToken } from '../../../../electron/main/service/store/results.js';
import { type StoreKind, inMemoryStore, sqlStores } from './support/places.js';
import {
  type TestStore,
  admitted,
  failed,
  made,
  requestOf,
  withWebhook,
} from './support/servers.js';
import { literal } from '../../../../electron/shared/messages/message.js';

const compliance = { hipaa: false, gdpr: false };

/** What every `ServiceStore` guarantees. Credits and accounts: `accounts.test.ts`. */
describe.each<StoreKind>([inMemoryStore, ...sqlStores])('a store in $name', (kind) => {
  let store: TestStore;

  beforeAll(async () => {
    store = await kind.open();
  });
  afterAll(async () => {
    await store.close();
    expect(store.errors).toEqual([]);
  });

  describe.skipIf(kind.skip)('of any kind', () => {
    it('accepts only its key', { tags: ['core'] }, async () => {
      const account = await store.account();
      expect(await store.store.accountOfKey(account.key)).toMatchObject({ id: account.id });
      for (const other of ['', 'platen_', `${account.key}x`])
        expect(await store.store.accountOfKey(other)).toBeNull();
    });

    it('settles a task once, and none that was requeued', { tags: ['core'] }, async () => {
      const account = await store.account();
      const task = await admitted(store, requestOf(account));
      expect(await store.store.settle(task, { outcome: made })).toBe(true);
      expect(await store.store.settle(task, { outcome: failed })).toBe(false);
      const requeued = await admitted(store, requestOf(account));
      await store.store.requeue(requeued);
      expect(await store.store.settle(requeued, { outcome: made })).toBe(false);
      await store.store.requeue(task);
    });

    it('repeats the first outcome of an Idempotency-Key', { tags: ['core'] }, async () => {
      const account = await store.account();
      const idempotency = { key: 'order-1', digest: 'a' };
      const task = await admitted(store, requestOf(account, { idempotency }));
      const repeat = () => store.store.admit(requestOf(account, { idempotency }));
      expect(await repeat()).toEqual({ kind: 'under-way', task, isAsynchronous: false });
      const otherBody = requestOf(account, { idempotency: { ...idempotency, digest: 'b' } });
      expect(await store.store.admit(otherBody)).toEqual({ kind: 'key-reused' });
      await store.store.settle(task, { outcome: made });
      expect(await repeat()).toEqual({ kind: 'answered', task, outcome: made });
    });

    it('frees the key of a request that was requeued or failed transiently', async () => {
      const account = await store.account();
      const request = requestOf(account, { idempotency: { key: 'k', digest: 'a' } });
      await store.store.requeue(await admitted(store, request));
      const transient = await admitted(store, request);
      await store.store.settle(transient, { outcome: failed, isTransient: true });
      const lasting = await admitted(store, request);
      await store.store.settle(lasting, { outcome: failed });
      expect(await store.store.admit(request)).toMatchObject({ kind: 'answered' });
    });

    it('admits one of a hundred concurrent requests with the same key', async () => {
      const account = await store.account();
      const request = requestOf(account, { idempotency: { key: 'race', digest: 'a' } });
      const all = await Promise.all(Array.from({ length: 100 }, () => store.store.admit(request)));
      const tasks = new Set(all.map((each) => ('task' in each ? each.task : each.kind)));
      expect(tasks.size).toBe(1);
      expect(all.filter(({ kind }) => kind === 'admitted')).toHaveLength(1);
      expect(all.filter(({ kind }) => kind === 'under-way')).toHaveLength(99);
    });

    it('keeps stored PDFs until they expire', async () => {
      const account = await store.account();
      const now = Date.now();
      const soon = { token: `soon-${account.key}`, name: 'a.pdf', size: 5, expires: now + 60_000 };
      const past = { ...soon, token: `past-${account.key}`, expires: now - 1 };
      for (const stored of [soon, past])
        await store.store.settle(await admitted(store, requestOf(account)), {
          outcome: made,
          stored,
        });
      expect(await store.store.storedPdf(soon.token)).toEqual(soon);
      expect(await store.store.storedPdf(past.token)).toBeNull();
      const tokens = [soon.token, 'unknown', past.token];
      expect(await store.store.unknownTokens(tokens)).toEqual(['unknown']);
      expect(await store.store.removeExpired(now)).toEqual([past.token]);
      expect(await store.store.removeExpired(now)).toEqual([]);
      expect(await store.store.removeExpired(now + 60_000)).toEqual([soon.token]);
      expect(await store.store.storedPdf(soon.token)).toBeNull();
      expect(await store.store.unknownTokens(tokens)).toEqual(tokens);
      expect(await store.store.unknownTokens([])).toEqual([]);
    });

    it('deletes a stored PDF for its account only', async () => {
      const [owner, other] = [await store.account(), await store.account()];
      const stored = { token: newToken(), name: 'a.pdf', size: 5, expires: Date.now() + 60_000 };
      const task = await admitted(store, requestOf(owner));
      await store.store.settle(task, { outcome: made, stored });
      const isOther = other.id !== owner.id;
      if (isOther) expect(await store.store.removePdf(stored.token, other.id)).toBe(false);
      expect(await store.store.removePdf(newToken(), owner.id)).toBe(false);
      expect(await store.store.storedPdf(stored.token)).toEqual(stored);
      expect(await store.store.removePdf(stored.token, owner.id)).toBe(true);
      expect(await store.store.storedPdf(stored.token)).toBeNull();
      expect(await store.store.removePdf(stored.token, owner.id)).toBe(false);
    });

    it('deletes a task that has ended, with its PDF and its key', async () => {
      const account = await store.account();
      const token = newToken();
      const stored = { token, name: 'a.pdf', size: 5, expires: Date.now() + 60_000 };
      const path = `/v1/files/${token}.pdf`;
      const response = { path, url: `http://127.0.0.1${path}`, file: stored, compliance };
      const outcome = { kind: 'made', response } as const;
      const request = requestOf(account, { idempotency: { key: 'gone', digest: 'a' } });
      const task = await admitted(store, request);
      await store.store.settle(task, { outcome, stored });
      expect(await store.store.removeTask(task, crypto.randomUUID())).toBeNull();
      expect(await store.store.removeTask(crypto.randomUUID(), account.id)).toBeNull();
      expect(await store.store.removeTask('none', account.id)).toBeNull();
      expect(await store.store.removeTask(task, account.id)).toEqual({ token });
      expect(await store.store.storedPdf(token)).toBeNull();
      expect(await store.store.stateOf(task, account.id)).toBeNull();
      expect(await store.store.removeTask(task, account.id)).toBeNull();
      expect(await store.store.admit(request)).toMatchObject({ kind: 'admitted' });
    });

    it('cancels a task that waits or runs: it never runs again, and settles nothing', async () => {
      const account = await store.account();
      const isAsynchronous = true;
      const running = await admitted(store, requestOf(account, { isAsynchronous }));
      const taken: string[] = [];
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      store.store.execute(async (claimed) => {
        taken.push(claimed.task);
        await ended;
        if (claimed.task !== running) await store.store.settle(claimed.task, { outcome: made });
      }, 1);
      await expect.poll(() => taken).toEqual([running]);
      const waiting = await admitted(store, requestOf(account, { isAsynchronous }));
      const synchronous = await admitted(store, requestOf(account));
      const last = await admitted(store, requestOf(account, { isAsynchronous }));
      for (const task of [waiting, running, synchronous]) {
        expect(await store.store.removeTask(task, account.id)).toEqual({ token: null });
        expect(await store.store.settle(task, { outcome: made })).toBe(false);
      }
      end();
      const state = async () => (await store.store.stateOf(last, account.id))?.status;
      await expect.poll(state).toBe('ended');
      expect(taken).toEqual([running, last]);
      await store.store.stopClaiming();
    });

    it('limits waiting tasks by number and size, and repeats outcomes beyond the limit', async () => {
      const account = await store.account();
      const queued = async () => (await store.store.figures()).queuedTasks;
      const before = await queued();
      const request = requestOf(account, { isAsynchronous: true });
      const keyed = { ...request, idempotency: { key: 'waits', digest: 'd' } };
      const room = { tasks: before + 2, bytes: 1000 };
      const task = await admitted(store, keyed, room);
      const small = { ...room, bytes: 30 };
      expect(await store.store.admit(request, small)).toEqual({ kind: 'queue-full' });
      await admitted(store, request, room);
      const refused = { ...keyed, idempotency: { key: 'later', digest: 'd' } };
      expect(await store.store.admit(refused, room)).toEqual({ kind: 'queue-full' });
      expect(await store.store.admit(keyed, room)).toMatchObject({ kind: 'under-way', task });
      expect(await queued()).toBe(before + 2);
      // The refused request has not claimed its key.
      await admitted(store, refused);
      store.store.execute(async (taken) => {
        await store.store.settle(taken.task, { outcome: made });
      }, 2);
      await expect.poll(queued).toBe(0);
      await store.store.stopClaiming();
    });

    it('keeps every character of an asynchronous request', async () => {
      const account = await store.account();
      const request = { source: '<p>\u0000', css: String.raw`p::before { content: "\u0000" }` };
      const task = await admitted(store, requestOf(account, { request, isAsynchronous: true }));
      const taken: unknown[] = [];
      store.store.execute(async (claimed) => {
        taken.push(claimed.request);
        await store.store.settle(claimed.task, { outcome: made });
      }, 1);
      const state = async () => (await store.store.stateOf(task, account.id))?.status;
      await expect.poll(state).toBe('ended');
      expect(taken).toEqual([request]);
      await store.store.stopClaiming();
    });

    it('runs asynchronous tasks, a limited number at a time, and posts their webhooks', async () => {
      const account = await store.account();
      const request = { source: '<h1>Later</h1>', zoom: 2 };
      const idempotency = { key: 'later-on', digest: 'd' };
      const submit = (n: number) =>
        requestOf(account, {
          request,
          base: `https://pdf${n}.example.org`,
          isAsynchronous: true,
          ...(n === 0 && { idempotency }),
        });
      const tasks = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => admitted(store, submit(n))));
      const [first = ''] = tasks;
      expect(await store.store.stateOf(first, account.id)).toEqual({ status: 'queued' });

      let running = 0;
      let mostRunning = 0;
      const posted: string[] = [];
      let refusals = 1;
      store.store.postWebhooks((webhook) => {
        if (refusals-- > 0)
          return Promise.reject(new DeliveryFailure('delivery-interrupted', literal('Not now.')));
        posted.push(webhook.id);
        return Promise.resolve();
      });
      store.store.execute(async (taken) => {
        expect(taken).toEqual({
          task: taken.task,
          account: account.id,
          request,
          testMode: false,
          base: `https://pdf${tasks.indexOf(taken.task)}.example.org`,
          attempt: 1,
          concurrency: null,
          apiKey: 'unknown',
          keyConcurrency: null,
          ...(taken.task === first && { idempotency }),
        });
        mostRunning = Math.max(mostRunning, (running += 1));
        expect(await store.store.stateOf(taken.task, account.id)).toEqual({ status: 'running' });
        await expect.poll(() => mostRunning).toBe(2);
        running -= 1;
        const outcome = taken.task === first ? failed : made;
        expect(await store.store.settle(taken.task, withWebhook(outcome, taken.task))).toBe(true);
      }, 2);

      const allPosted = async () => {
        await store.endDelays();
        return posted.toSorted();
      };
      await expect.poll(allPosted).toEqual(tasks.toSorted());
      expect(mostRunning).toBe(2);
      const ended = { status: 'ended', outcome: failed };
      expect(await store.store.stateOf(first, account.id)).toEqual(ended);
      expect(await store.store.stateOf(first, crypto.randomUUID())).toBeNull();
      expect(await store.store.stateOf('nonsense', account.id)).toBeNull();
      await store.store.stopClaiming();
    });

    it('retries a task that its work requeued or did not settle', async () => {
      const account = await store.account();
      const attempts: number[] = [];
      store.store.execute(async ({ task, attempt }) => {
        attempts.push(attempt);
        if (attempts.length === 1) return store.store.requeue(task);
        if (attempts.length === 2) throw new Error('Out of order.');
        await store.store.settle(task, { outcome: made });
      }, 1);
      const task = await admitted(store, requestOf(account, { isAsynchronous: true }));
      const attemptsSoFar = async () => {
        await store.endDelays();
        return attempts;
      };
      await expect.poll(attemptsSoFar).toEqual([1, 1, 2]);
      await expect
        .poll(() => store.store.stateOf(task, account.id))
        .toEqual({ status: 'ended', outcome: made });
      expect(store.errors.splice(0)).toEqual([new Error('Out of order.')]);
      await store.store.stopClaiming();
    });
  });

  if (!kind.hasAccounts) return;
  it.skipIf(kind.skip)('runs the first task of each account before any second one', async () => {
    const [greedy, other] = [await store.account(), await store.account()];
    const submit = async (account: typeof greedy) =>
      admitted(store, requestOf(account, { isAsynchronous: true }));
    const tasks: string[] = [];
    for (let n = 0; n < 4; n += 1) tasks.push(await submit(greedy));
    const last = await submit(other);
    const order: string[] = [];
    store.store.execute(async ({ task }) => {
      order.push(task);
      await store.store.settle(task, { outcome: made });
    }, 1);
    await expect.poll(() => order.length).toBe(5);
    const [first, ...others] = tasks;
    expect(order).toEqual([first, last, ...others]);
    await store.store.stopClaiming();
  });
});
