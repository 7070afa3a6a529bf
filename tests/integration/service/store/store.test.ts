import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeliveryFailure } from '../../../../electron/main/network/delivery-failure.js';
import { type Places, embedded, postgres } from './support/places.js';
import {
  type TestServer,
  admitted,
  creditsOf,
  failed,
  freshAccount,
  made,
  openServer,
  requestOf,
  withWebhook,
} from './support/servers.js';

describe.each([embedded, postgres])('$name', ({ open, skip }) => {
  describe.skipIf(skip)('as what servers share', () => {
    let places: Places;
    let server: TestServer;

    beforeAll(async () => {
      places = await open();
      server = await openServer(await places.fresh());
    }, 120_000);
    afterAll(async () => {
      await server.store.close();
      await places.end();
      expect(server.errors).toEqual([]);
    });

    it('knows whose key it is, until it is revoked', async () => {
      const { accounts, store } = server;
      const { id, key } = await accounts.addKey('keys');
      const other = await accounts.addKey('keys');
      const account = { name: 'keys', credits: 0, rate: null };
      expect(await store.accountOfKey(key)).toMatchObject(account);
      expect(await store.accountOfKey(other.key)).toMatchObject(account);
      const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'E' : 'A'}`;
      for (const nobody of [wrong, '', 'platen_', `${key}x`, id, "platen_' or 1=1"])
        expect(await store.accountOfKey(nobody)).toBeNull();
      expect(await accounts.revokeKey(id)).toBe(true);
      expect(await store.accountOfKey(key)).toBeNull();
      expect(await store.accountOfKey(other.key)).toMatchObject(account);
      expect(await accounts.revokeKey('000000000000')).toBe(false);
      const listed = (await accounts.keys()).filter((each) => each.account === 'keys');
      expect(listed.map(({ revoked }) => revoked !== null)).toEqual([true, false]);
      expect(Math.abs((listed[0]?.created ?? 0) - Date.now())).toBeLessThan(60_000);
      expect(JSON.stringify(listed)).not.toContain(key.slice(20));
    });

    it('changes credits and rates, and never to below zero', async () => {
      const { accounts } = server;
      await accounts.addKey('changes');
      expect(await accounts.addCredits('changes', 5)).toMatchObject({ credits: 5, added: 5 });
      expect(await accounts.addCredits('changes', -9)).toMatchObject({ credits: 0, added: -5 });
      await accounts.addCredits('changes', 10);
      const taken = await Promise.all([1, 2, 3, 4].map(() => accounts.addCredits('changes', -3)));
      const added = taken.map((each) => each?.added ?? NaN);
      expect(added.toSorted((a, b) => a - b)).toEqual([-3, -3, -3, -1]);
      expect(await accounts.addCredits('changes', 1e12)).toMatchObject({ credits: 1e12 });
      expect(await accounts.setRate('changes', 60)).toMatchObject({ rate: 60 });
      expect(await accounts.setRate('changes', null)).toMatchObject({ rate: null });
      expect(await accounts.addCredits('nobody', 1)).toBeNull();
      expect(await accounts.setRate('nobody', 1)).toBeNull();
    });

    it('holds a credit, and spends it on what is made alone', async () => {
      const account = await freshAccount(server, 2);
      const first = await admitted(server, requestOf(account));
      const second = await admitted(server, requestOf(account));
      expect(await server.store.admit(requestOf(account))).toEqual({ kind: 'no-credits' });
      expect(await server.store.settle(first, { outcome: made })).toBe(true);
      expect(await server.store.settle(second, { outcome: failed })).toBe(true);
      expect(await creditsOf(server, account.name)).toBe(1);
      const third = await admitted(server, requestOf(account));
      await server.store.requeue(third);
      expect(await creditsOf(server, account.name)).toBe(1);
      for (const ended of [first, second, third])
        expect(await server.store.settle(ended, { outcome: failed })).toBe(false);
      await server.store.requeue(first);
      expect(await creditsOf(server, account.name)).toBe(1);
    });

    it('costs nothing in test mode, also without a credit', async () => {
      const account = await freshAccount(server, 0);
      const task = await admitted(server, requestOf(account, { testMode: true }));
      expect(await server.store.settle(task, { outcome: failed })).toBe(true);
      expect(await creditsOf(server, account.name)).toBe(0);
    });

    it('admits exactly as many of a thousand at once as there are credits', async () => {
      const account = await freshAccount(server, 100);
      const all = await Promise.all(
        Array.from({ length: 1000 }, () => server.store.admit(requestOf(account))),
      );
      const kinds = all.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'admitted')).toHaveLength(100);
      expect(kinds.filter((kind) => kind === 'no-credits')).toHaveLength(900);
      expect(await creditsOf(server, account.name)).toBe(0);
    });

    it('gives the first answer again for the same Idempotency-Key', async () => {
      const account = await freshAccount(server, 5);
      const other = await freshAccount(server, 5);
      const idempotency = { key: 'order-1', digest: 'a' };
      const task = await admitted(server, requestOf(account, { idempotency }));
      const again = () => server.store.admit(requestOf(account, { idempotency }));
      expect(await again()).toEqual({ kind: 'under-way', task, isAsynchronous: false });
      expect(
        await server.store.admit(
          requestOf(account, { idempotency: { ...idempotency, digest: 'b' } }),
        ),
      ).toEqual({ kind: 'key-reused' });
      await admitted(server, requestOf(other, { idempotency }));
      await server.store.settle(task, { outcome: made });
      expect(await again()).toEqual({ kind: 'answered', task, outcome: made });
      expect(await creditsOf(server, account.name)).toBe(4);
    });

    it('lets the key of what was given back, or failed in passing, be used anew', async () => {
      const account = await freshAccount(server, 1);
      const request = requestOf(account, { idempotency: { key: 'k', digest: 'a' } });
      await server.store.requeue(await admitted(server, request));
      const passing = await admitted(server, request);
      await server.store.settle(passing, { outcome: failed, isPassing: true });
      const lasting = await admitted(server, request);
      await server.store.settle(lasting, { outcome: failed });
      expect(await server.store.admit(request)).toMatchObject({ kind: 'answered' });
    });

    it('does not hold a key for a request that there is no credit for', async () => {
      const account = await freshAccount(server, 0);
      const request = requestOf(account, { idempotency: { key: 'k', digest: 'a' } });
      expect(await server.store.admit(request)).toEqual({ kind: 'no-credits' });
      await server.accounts.addCredits(account.name, 1);
      await admitted(server, request);
    });

    it('carries out one of a hundred requests with the same key at once', async () => {
      const account = await freshAccount(server, 100);
      const request = requestOf(account, { idempotency: { key: 'race', digest: 'a' } });
      const all = await Promise.all(Array.from({ length: 100 }, () => server.store.admit(request)));
      const tasks = new Set(all.map((each) => ('task' in each ? each.task : each.kind)));
      expect(tasks.size).toBe(1);
      expect(all.filter(({ kind }) => kind === 'admitted')).toHaveLength(1);
      expect(all.filter(({ kind }) => kind === 'under-way')).toHaveLength(99);
      expect(await creditsOf(server, account.name)).toBe(99);
    });

    it('keeps what is said of stored PDFs until their time', async () => {
      const account = await freshAccount(server, 2);
      const now = Date.now();
      const soon = { token: `soon-${account.id}`, name: 'a.pdf', size: 5, expires: now + 60_000 };
      const past = { ...soon, token: `past-${account.id}`, expires: now - 1 };
      for (const stored of [soon, past])
        await server.store.settle(await admitted(server, requestOf(account)), {
          outcome: made,
          stored,
        });
      expect(await server.store.storedPdf(soon.token)).toEqual(soon);
      expect(await server.store.storedPdf(past.token)).toBeNull();
      const tokens = [soon.token, 'nobody', past.token];
      expect(await server.store.unknownTokens(tokens)).toEqual(['nobody']);
      expect(await server.store.takeExpired(now)).toEqual([past.token]);
      expect(await server.store.takeExpired(now)).toEqual([]);
      expect(await server.store.takeExpired(now + 60_000)).toEqual([soon.token]);
      expect(await server.store.storedPdf(soon.token)).toBeNull();
      expect(await server.store.unknownTokens(tokens)).toEqual(tokens);
      expect(await server.store.unknownTokens([])).toEqual([]);
    });
  });

  describe.skipIf(skip)('with asynchronous tasks', () => {
    let places: Places;
    let server: TestServer;

    beforeAll(async () => {
      places = await open();
      server = await openServer(await places.fresh());
    }, 120_000);
    afterAll(async () => {
      await server.store.close();
      await places.end();
    });

    it('lets so many wait, by number and by size, and gives answers all the same', async () => {
      const account = await freshAccount(server, 10);
      const before = await server.store.queuedTasks();
      const asking = requestOf(account, { isAsynchronous: true });
      const known = requestOf(account, {
        isAsynchronous: true,
        idempotency: { key: 'waits', digest: 'd' },
      });
      const room = { tasks: before + 2, bytes: 1000 };
      const first = await server.store.admit(known, room);
      expect(await server.store.admit(asking, { ...room, bytes: 30 })).toEqual({
        kind: 'queue-full',
      });
      expect(await server.store.admit(asking, room)).toMatchObject({ kind: 'admitted' });
      const fresh = { ...known, idempotency: { key: 'later', digest: 'd' } };
      expect(await server.store.admit(fresh, room)).toEqual({ kind: 'queue-full' });
      expect(await server.store.admit(known, room)).toMatchObject({
        kind: 'under-way',
        task: 'task' in first ? first.task : '',
      });
      expect(await server.store.queuedTasks()).toBe(before + 2);
      expect(await creditsOf(server, account.name)).toBe(8);
      // Nothing has been remembered of the key that was turned away.
      expect(await server.store.admit(fresh)).toMatchObject({ kind: 'admitted' });
      // None of them is left to the tests that follow.
      server.store.execute(async ({ task }) => {
        await server.store.settle(task, { outcome: made });
      }, 2);
      await expect.poll(() => server.store.queuedTasks(), { timeout: 20_000 }).toBe(0);
      await server.store.stopTaking();
    });

    it('carries them out, so many at a time, and tells their webhooks', async () => {
      const account = await freshAccount(server, 10);
      const request = { source: '<h1>Later</h1>', zoom: 2 };
      const idempotency = { key: 'k', digest: 'd' };
      const tasks = await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          admitted(
            server,
            requestOf(account, {
              request,
              base: `https://pdf${n}.example.org`,
              isAsynchronous: true,
              ...(n === 0 && { idempotency }),
            }),
          ),
        ),
      );
      const [first = ''] = tasks;
      expect(await server.store.stateOf(first, account.id)).toEqual({ status: 'queued' });
      expect(await creditsOf(server, account.name)).toBe(4);

      let running = 0;
      let most = 0;
      const told: string[] = [];
      let refusals = 1;
      const interrupted = new DeliveryFailure('delivery-interrupted', 'Not now.');
      server.store.postWebhooks((message) => {
        if (refusals-- > 0) return Promise.reject(interrupted);
        told.push(message.id);
        return Promise.resolve();
      });
      server.store.execute(async (taken) => {
        expect(taken).toEqual({
          task: taken.task,
          account: account.id,
          request,
          testMode: false,
          base: `https://pdf${tasks.indexOf(taken.task)}.example.org`,
          attempt: 1,
          ...(taken.task === first && { idempotency }),
        });
        most = Math.max(most, (running += 1));
        expect(await server.store.stateOf(taken.task, account.id)).toEqual({ status: 'running' });
        running -= 1;
        const outcome = taken.task === first ? failed : made;
        expect(await server.store.settle(taken.task, withWebhook(outcome, taken.task))).toBe(true);
      }, 2);

      await expect.poll(() => [...told].sort(), { timeout: 20_000 }).toEqual([...tasks].sort());
      expect(most).toBe(2);
      expect(server.errors).toEqual([]);
      expect(await server.store.stateOf(first, account.id)).toEqual({
        status: 'ended',
        outcome: failed,
      });
      expect(await server.store.stateOf(first, crypto.randomUUID())).toBeNull();
      expect(await server.store.stateOf('nonsense', account.id)).toBeNull();
      expect(await creditsOf(server, account.name)).toBe(5);
    });

    it('takes up again what its work gave back or did not settle', async () => {
      const account = await freshAccount(server, 1);
      const other = await openWorker(server);
      const task = await admitted(server, requestOf(account, { isAsynchronous: true }));
      await expect.poll(() => other.attempts, { timeout: 20_000 }).toEqual([1, 1, 2]);
      await expect
        .poll(() => server.store.stateOf(task, account.id))
        .toEqual({ status: 'ended', outcome: made });
      expect(await creditsOf(server, account.name)).toBe(0);
    });
  });
});

/** Gives its first task back, fails over it the second time, and then carries it out. */
async function openWorker(server: TestServer): Promise<{ readonly attempts: number[] }> {
  const attempts: number[] = [];
  await server.store.stopTaking();
  server.store.execute(async ({ task, attempt }) => {
    attempts.push(attempt);
    if (attempts.length === 1) return server.store.requeue(task);
    if (attempts.length === 2) throw new Error('Out of order.');
    await server.store.settle(task, { outcome: made });
  }, 1);
  return { attempts };
}
