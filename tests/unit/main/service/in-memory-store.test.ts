import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DeliveryFailure } from '../../../../electron/main/network/delivery-failure.js';
import { InMemoryStore } from '../../../../electron/main/service/store/in-memory-store.js';
import { admitted, made, submission } from './support/in-memory.js';
import { literal } from '../../../../electron/shared/messages/message.js';

const hour = 60 * 60 * 1000;

// Shared guarantees of both stores: tests/integration/service/store/store-contract.test.ts.
describe('the in-memory store', () => {
  it('keeps the key of a later task when an earlier one is forgotten', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const store = new InMemoryStore('');
    const asynchronous = { idempotency: { key: 'k', digest: '1' }, isAsynchronous: true };
    const early = await admitted(store, asynchronous);
    await store.settle(early, { outcome: made, isTransient: true });
    vi.advanceTimersByTime(hour);
    const late = await admitted(store, asynchronous);
    await store.settle(late, { outcome: made });
    await store.removeExpired(Date.now() + 23.5 * hour);
    expect(await store.stateOf(early, 'run')).toBeNull();
    expect(await store.admit({ ...submission, ...asynchronous })).toMatchObject({
      kind: 'answered',
    });
  });

  it('keeps an asynchronous task as long as its PDF, and a key for a day', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const store = new InMemoryStore('');
    const asynchronous = { idempotency: { key: 'k', digest: '1' }, isAsynchronous: true };
    const [kept, plain] = [
      await admitted(store, asynchronous),
      await admitted(store, { isAsynchronous: true }),
    ];
    const stored = { token: 't', name: 'x.pdf', size: 4, expires: Date.now() + 72 * hour };
    await store.settle(kept, { outcome: made, stored });
    await store.settle(plain, { outcome: made });
    vi.advanceTimersByTime(71 * hour);
    await store.removeExpired(Date.now());
    expect(await store.stateOf(kept, 'run')).toMatchObject({ status: 'ended' });
    expect(await store.stateOf(plain, 'run')).toBeNull();
    expect(await admitted(store, asynchronous)).not.toBe(kept);
    vi.advanceTimersByTime(2 * hour);
    await store.removeExpired(Date.now());
    expect(await store.stateOf(kept, 'run')).toBeNull();
  });

  it('never starts a task again that was deleted while it waited for its next attempt', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const store = new InMemoryStore('');
    const started: string[] = [];
    store.execute(async ({ task }) => {
      started.push(task);
      return Promise.resolve();
    }, 1);
    const task = await admitted(store, { isAsynchronous: true });
    await vi.advanceTimersByTimeAsync(0);
    expect(await store.stateOf(task, 'run')).toEqual({ status: 'queued' });
    expect(await store.removeTask(task, 'run')).toEqual({ token: null });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(started).toEqual([task]);
  });
});

describe('a webhook that is interrupted by the end of the process', () => {
  const webhook = {
    address: 'https://example.org/hook',
    id: 'msg_1',
    task: 'task-1',
    account: 'run',
    timestamp: 0,
    outcome: made,
    compliance: { hipaa: false, gdpr: false },
  };
  const interrupted = new DeliveryFailure('delivery-interrupted', literal('The receiver is busy.'));

  it('is tried once more, and reported if it is given up', async () => {
    const givenUp: string[] = [];
    const store = new InMemoryStore('');
    let tries = 0;
    let tried: () => void = () => undefined;
    const first = new Promise<void>((done) => (tried = done));
    store.postWebhooks(
      async () => {
        tries += 1;
        tried();
        return Promise.reject(interrupted);
      },
      ({ id }) => givenUp.push(id),
    );
    await store.settle(await admitted(store), { outcome: made, webhook });
    await first;
    await expect.poll(async () => (await store.figures()).waitingWebhooks).toBe(1);
    await store.stopClaiming();
    expect(givenUp).toEqual([]);
    await store.close();
    expect(tries).toBe(2);
    expect(givenUp).toEqual(['msg_1']);
  });

  it('is sent if its task ends while the service stops', async () => {
    const store = new InMemoryStore('');
    const posted: string[] = [];
    store.postWebhooks(async ({ id }) => {
      posted.push(id);
      return Promise.resolve();
    });
    const task = await admitted(store);
    await store.stopClaiming();
    await store.settle(task, { outcome: made, webhook });
    await store.close();
    expect(posted).toEqual(['msg_1']);
  });
});
