import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
} from './support/servers.js';

describe.each([embedded, postgres])('$name', ({ open, skip }) => {
  describe.skipIf(skip)('shared by servers', () => {
    let places: Places;
    let server: TestServer;

    beforeAll(async () => {
      places = await open();
      server = await openServer(await places.fresh());
    });
    afterAll(async () => {
      await server.store.close();
      await places.end();
      expect(server.errors).toEqual([]);
    });

    it('accepts a key until it is revoked', async () => {
      const { accounts, store } = server;
      const { id, key } = await accounts.addKey('keys');
      const other = await accounts.addKey('keys');
      const account = { name: 'keys', credits: 0, rate: null };
      expect(await store.accountOfKey(key)).toMatchObject(account);
      expect(await store.accountOfKey(other.key)).toMatchObject(account);
      const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'E' : 'A'}`;
      for (const unknownKey of [wrong, '', 'platen_', `${key}x`, id, "platen_' or 1=1"])
        expect(await store.accountOfKey(unknownKey)).toBeNull();
      expect(await accounts.revokeKey(id)).toBe(true);
      expect(await store.accountOfKey(key)).toBeNull();
      expect(await store.accountOfKey(other.key)).toMatchObject(account);
      expect(await accounts.revokeKey('000000000000')).toBe(false);
      const listed = (await accounts.keys()).filter((each) => each.account === 'keys');
      expect(listed.map(({ revoked }) => revoked !== null)).toEqual([true, false]);
      expect(Math.abs((listed[0]?.created ?? 0) - Date.now())).toBeLessThan(60_000);
      expect(JSON.stringify(listed)).not.toContain(key.slice(20));
    });

    it('returns the credit of a task that is deleted before its end, and of no other', async () => {
      const { store } = server;
      const [owner, other] = [await freshAccount(server, 4), await freshAccount(server, 1)];
      const ended = await admitted(server, requestOf(owner));
      const running = await admitted(server, requestOf(owner));
      const waiting = await admitted(server, requestOf(owner, { isAsynchronous: true }));
      const free = await admitted(server, requestOf(owner, { testMode: true }));
      await store.settle(ended, { outcome: made });
      expect(await store.removeTask(running, other.id)).toBeNull();
      expect(await creditsOf(server, owner.name)).toBe(1);
      for (const task of [ended, running, waiting, free])
        expect(await store.removeTask(task, owner.id)).toEqual({ token: null });
      expect(await creditsOf(server, owner.name)).toBe(3);
      expect(await creditsOf(server, other.name)).toBe(1);
    });

    it('changes credits and rates, and never goes below zero', async () => {
      const { accounts } = server;
      await accounts.addKey('changes');
      expect(await accounts.addCredits('changes', 5)).toMatchObject({ credits: 5, added: 5 });
      expect(await accounts.addCredits('changes', -9)).toMatchObject({ credits: 0, added: -5 });
      await accounts.addCredits('changes', 10);
      const results = await Promise.all([1, 2, 3, 4].map(() => accounts.addCredits('changes', -3)));
      const added = results.map((each) => each?.added ?? NaN);
      expect(added.toSorted((a, b) => a - b)).toEqual([-3, -3, -3, -1]);
      expect(await accounts.addCredits('changes', 1e12)).toMatchObject({ credits: 1e12 });
      expect(await accounts.change('changes', { rate: 60 })).toMatchObject({ rate: 60 });
      expect(await accounts.change('changes', { rate: null })).toMatchObject({ rate: null });
      expect(await accounts.addCredits('nobody', 1)).toBeNull();
      expect(await accounts.change('nobody', { rate: 1 })).toBeNull();
    });

    it('reserves a credit, and spends it only on a PDF', { tags: ['core'] }, async () => {
      const account = await freshAccount(server, 2);
      const first = await admitted(server, requestOf(account));
      const second = await admitted(server, requestOf(account));
      expect(await server.store.admit(requestOf(account))).toEqual({
        kind: 'no-credits',
        of: 'account',
      });
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

    it('reserves credits of a key with a limit, and returns them', async () => {
      const { accounts, store } = server;
      const account = await freshAccount(server, 10);
      const { id } = account.apiKey;
      const request = requestOf(account, { apiKey: id });
      const creditsOfKey = async () =>
        (await accounts.keys()).find((each) => each.id === id)?.limits.credits;
      const unlimited = await admitted(server, request);
      await accounts.changeKey(id, { credits: 2 });
      // It holds no credit of the key, as the key had no limit.
      await store.settle(unlimited, { outcome: failed });
      expect(await creditsOfKey()).toBe(2);
      const first = await admitted(server, request);
      const idempotency = { key: 'k', digest: 'a' };
      const second = await admitted(server, { ...request, idempotency });
      expect(await store.admit(request)).toEqual({ kind: 'no-credits', of: 'key' });
      expect(await store.admit({ ...request, idempotency: { key: 'l', digest: 'a' } })).toEqual({
        kind: 'no-credits',
        of: 'key',
      });
      await admitted(server, { ...request, testMode: true });
      await admitted(server, requestOf(account));
      expect(await creditsOf(server, account.name)).toBe(7);
      await store.settle(first, { outcome: made });
      await store.settle(second, { outcome: failed });
      expect([await creditsOf(server, account.name), await creditsOfKey()]).toEqual([8, 1]);
      await store.requeue(await admitted(server, request));
      expect([await creditsOf(server, account.name), await creditsOfKey()]).toEqual([8, 1]);
      await accounts.addCredits(account.name, -8);
      expect(await store.admit(request)).toEqual({ kind: 'no-credits', of: 'account' });
      expect(await creditsOfKey()).toBe(1);
    });

    it('admits as many of concurrent requests as a key has credits', async () => {
      const account = await freshAccount(server, 1000);
      const { id } = account.apiKey;
      await server.accounts.changeKey(id, { credits: 50 });
      const all = await Promise.all(
        Array.from({ length: 300 }, async (_each, at) => {
          const admission = await server.store.admit(requestOf(account, { apiKey: id }));
          // Refunds meanwhile lock the same rows.
          if (admission.kind === 'admitted' && at % 2 === 0)
            await server.store.settle(admission.task, { outcome: failed });
          return admission.kind;
        }),
      );
      const admittedCount = all.filter((kind) => kind === 'admitted').length;
      expect(admittedCount).toBeGreaterThanOrEqual(50);
      const left = (await server.accounts.keys()).find((each) => each.id === id)?.limits.credits;
      const spent = 1000 - (await creditsOf(server, account.name));
      expect(spent + (left ?? Number.NaN)).toBe(50);
    });

    it('changes the limits of a key', async () => {
      const { accounts } = server;
      const { id } = await accounts.addKey('limits');
      const none = { credits: null, rate: null, concurrency: null, mode: null };
      const limits = { credits: 3, rate: 60, concurrency: 2, mode: 'test' } as const;
      expect(await accounts.changeKey(id, {})).toMatchObject({ account: 'limits', limits: none });
      expect(await accounts.changeKey(id, limits)).toMatchObject({ id, limits });
      expect(await accounts.changeKey(id, { rate: null })).toMatchObject({
        limits: { ...limits, rate: null },
      });
      expect(await accounts.changeKey('abc', { rate: 1 })).toBeNull();
    });

    it('charges nothing in test mode, also without credits', async () => {
      const account = await freshAccount(server, 0);
      const task = await admitted(server, requestOf(account, { testMode: true }));
      expect(await server.store.settle(task, { outcome: failed })).toBe(true);
      expect(await creditsOf(server, account.name)).toBe(0);
    });

    it('admits as many of a thousand concurrent requests as there are credits', async () => {
      const account = await freshAccount(server, 100);
      const all = await Promise.all(
        Array.from({ length: 1000 }, () => server.store.admit(requestOf(account))),
      );
      const kinds = all.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'admitted')).toHaveLength(100);
      expect(kinds.filter((kind) => kind === 'no-credits')).toHaveLength(900);
      expect(await creditsOf(server, account.name)).toBe(0);
    });

    it('charges an Idempotency-Key once per account', async () => {
      const account = await freshAccount(server, 5);
      const other = await freshAccount(server, 5);
      const idempotency = { key: 'order-1', digest: 'a' };
      const task = await admitted(server, requestOf(account, { idempotency }));
      await admitted(server, requestOf(other, { idempotency }));
      await server.store.settle(task, { outcome: made });
      const repeated = await server.store.admit(requestOf(account, { idempotency }));
      expect(repeated).toEqual({ kind: 'answered', task, outcome: made });
      expect(await creditsOf(server, account.name)).toBe(4);
      expect(await creditsOf(server, other.name)).toBe(4);
    });

    it('does not claim the key of a request without a credit', async () => {
      const account = await freshAccount(server, 0);
      const request = requestOf(account, { idempotency: { key: 'k', digest: 'a' } });
      expect(await server.store.admit(request)).toEqual({ kind: 'no-credits', of: 'account' });
      await server.accounts.addCredits(account.name, 1);
      await admitted(server, request);
    });
  });
});
