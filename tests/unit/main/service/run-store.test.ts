import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DeliveryFailure } from '../../../../electron/main/network/delivery-failure.js';
import { InMemoryStore } from '../../../../electron/main/service/store/in-memory/in-memory-store.js';
import type {
  TaskSubmission,
  Outcome,
} from '../../../../electron/main/service/store/service-store.js';
import { ResultsFolder, newToken } from '../../../../electron/main/service/tasks/results-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'platen-results-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hour = 60 * 60 * 1000;
const application: TaskSubmission = {
  account: 'run',
  request: { source: '<p>x' },
  testMode: false,
  base: 'http://127.0.0.1',
  isAsynchronous: false,
};
const made: Outcome = {
  kind: 'made',
  response: {
    url: 'http://127.0.0.1/v1/files/x.pdf',
    file: { name: 'x.pdf', size: 4 },
    compliance: { hipaa: false, gdpr: false },
  },
};

async function admitted(store: InMemoryStore, more: Partial<TaskSubmission> = {}): Promise<string> {
  const admission = await store.admit({ ...application, ...more });
  if (admission.kind !== 'admitted') throw new Error(admission.kind);
  return admission.task;
}

describe('RunStore', () => {
  it('knows its own key alone', async () => {
    const store = new InMemoryStore('secret');
    expect(await store.accountOfKey('secret')).toMatchObject({ id: 'run' });
    expect(await store.accountOfKey('')).toBeNull();
  });

  it('gives the first answer of a key again, and tries anew after what is passing', async () => {
    const store = new InMemoryStore('');
    const idempotency = { key: 'a', digest: '1' };
    const task = await admitted(store, { idempotency });
    expect(await store.admit({ ...application, idempotency })).toMatchObject({ kind: 'under-way' });
    await store.settle(task, { outcome: made });
    expect(await store.admit({ ...application, idempotency })).toMatchObject({ kind: 'answered' });
    const other = { key: 'a', digest: '2' };
    expect(await store.admit({ ...application, idempotency: other })).toEqual({
      kind: 'key-reused',
    });
    const passing = { key: 'b', digest: '1' };
    const failed = await admitted(store, { idempotency: passing });
    await store.settle(failed, { outcome: made, isPassing: true });
    expect(await admitted(store, { idempotency: passing })).not.toBe(failed);
  });

  it('does not forget the key of a later task with an earlier one', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const store = new InMemoryStore('');
    const asking = { idempotency: { key: 'k', digest: '1' }, isAsynchronous: true };
    const early = await admitted(store, asking);
    await store.settle(early, { outcome: made, isPassing: true });
    vi.advanceTimersByTime(hour);
    const late = await admitted(store, asking);
    await store.settle(late, { outcome: made });
    await store.takeExpired(Date.now() + 23.5 * hour);
    expect(await store.stateOf(early)).toBeNull();
    expect(await store.admit({ ...application, ...asking })).toMatchObject({ kind: 'answered' });
  });

  it('tells of an asynchronous one as long as its PDF is kept, but for a key no longer than a day', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const store = new InMemoryStore('');
    const asking = { idempotency: { key: 'k', digest: '1' }, isAsynchronous: true };
    const [kept, plain] = [
      await admitted(store, asking),
      await admitted(store, { isAsynchronous: true }),
    ];
    const stored = { token: 't', name: 'x.pdf', size: 4, expires: Date.now() + 72 * hour };
    await store.settle(kept, { outcome: made, stored });
    await store.settle(plain, { outcome: made });
    vi.advanceTimersByTime(71 * hour);
    await store.takeExpired(Date.now());
    expect(await store.stateOf(kept)).toMatchObject({ status: 'ended' });
    expect(await store.stateOf(plain)).toBeNull();
    expect(await admitted(store, asking)).not.toBe(kept);
    vi.advanceTimersByTime(2 * hour);
    await store.takeExpired(Date.now());
    expect(await store.stateOf(kept)).toBeNull();
  });

  it('settles a task once, and none that was given back', async () => {
    const store = new InMemoryStore('');
    const task = await admitted(store, { idempotency: { key: 'c', digest: '1' } });
    expect(await store.settle(task, { outcome: made })).toBe(true);
    expect(await store.settle(task, { outcome: made })).toBe(false);
    const gone = await admitted(store);
    await store.requeue(gone);
    expect(await store.settle(gone, { outcome: made })).toBe(false);
  });

  it('lets so many asynchronous ones wait, by number and by size', async () => {
    const store = new InMemoryStore('');
    const asking = { ...application, isAsynchronous: true };
    const room = { tasks: 2, bytes: 1000 };
    const waiting = async () => (await store.admit(asking, room)).kind;
    expect([await waiting(), await waiting(), await waiting()]).toEqual([
      'admitted',
      'admitted',
      'queue-full',
    ]);
    expect((await store.admit(asking, { tasks: 9, bytes: 50 })).kind).toBe('queue-full');
    expect(await store.queuedTasks()).toBe(2);
  });

  it('carries out what waits, and again what is given back', async () => {
    const store = new InMemoryStore('');
    const task = await admitted(store, { isAsynchronous: true });
    const attempts: number[] = [];
    const done = new Promise<void>((end) => {
      store.execute(async (taken) => {
        attempts.push(taken.attempt);
        if (taken.attempt === 1) return store.requeue(taken.task);
        await store.settle(taken.task, { outcome: made });
        end();
      }, 1);
    });
    await done;
    expect(attempts).toEqual([1, 2]);
    expect(await store.stateOf(task)).toEqual({ status: 'ended', outcome: made });
  });
});

describe('a webhook of a run that ends', () => {
  const webhook = {
    address: 'https://example.org/hook',
    id: 'msg_1',
    task: 'task-1',
    account: 'run',
    timestamp: 0,
    outcome: made,
    compliance: { hipaa: false, gdpr: false },
  };
  const interrupted = new DeliveryFailure('delivery-interrupted', 'The receiver is busy.');

  it('is tried once more, and told where it is given up', async () => {
    const givenUp: string[] = [];
    const store = new InMemoryStore('', ({ id }) => givenUp.push(id));
    let tries = 0;
    let tried: () => void = () => undefined;
    const first = new Promise<void>((done) => (tried = done));
    store.postWebhooks(async () => {
      tries += 1;
      tried();
      return Promise.reject(interrupted);
    });
    await store.settle(await admitted(store), { outcome: made, webhook });
    await first;
    await store.stopTaking();
    expect(givenUp).toEqual([]);
    await store.close();
    expect(tries).toBe(2);
    expect(givenUp).toEqual(['msg_1']);
  });

  it('is sent where it came about while the service stops', async () => {
    const store = new InMemoryStore('');
    const posted: string[] = [];
    store.postWebhooks(async ({ id }) => {
      posted.push(id);
      return Promise.resolve();
    });
    const task = await admitted(store);
    await store.stopTaking();
    await store.settle(task, { outcome: made, webhook });
    await store.close();
    expect(posted).toEqual(['msg_1']);
  });
});

describe('the results folder', () => {
  it('loses a PDF when its time is over, and nothing else', async () => {
    const store = new InMemoryStore('');
    const results = new ResultsFolder(folder);
    const now = Date.now();
    for (const expires of [now - 1, now + hour]) {
      const token = newToken();
      await results.write(token, [Buffer.from('%PDF')]);
      const stored = { token, name: 'x.pdf', size: 4, expires };
      await store.settle(await admitted(store), { outcome: made, stored });
    }
    expect(await results.removeExpired(store, now)).toBe(1);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('loses what nobody knows when it is some minutes old, and nothing else', async () => {
    const own = mkdtempSync(join(folder, 'strays-'));
    const results = new ResultsFolder(own);
    const now = Date.now();
    const written = (path: string, minutes: number) => {
      writeFileSync(path, 'old');
      utimesSync(path, now / 1000 - minutes * 60, now / 1000 - minutes * 60);
      return path;
    };
    const half = (name: string) => join(own, `.platen-0123abcd-${name}`);
    const gone = [
      written(results.pathOf(newToken()), 11),
      written(half('1234-0123456789ab'), 11),
      // More than are asked about at a time.
      ...Array.from({ length: 1001 }, () => written(results.pathOf(newToken()), 11)),
    ];
    const kept = [
      written(results.pathOf(newToken()), 9),
      written(half('1234-ba9876543210'), 9),
      written(join(own, 'notes.txt'), 99),
    ];
    expect(await results.removeStrays(new InMemoryStore(''), now)).toBe(gone.length);
    expect(readdirSync(own).toSorted()).toEqual(kept.map((path) => basename(path)).toSorted());
  });

  it('keeps what is known, however old', async () => {
    const store = new InMemoryStore('');
    const results = new ResultsFolder(folder);
    const now = Date.now();
    const token = newToken();
    await results.write(token, [Buffer.from('%PDF')]);
    const stored = { token, name: 'x.pdf', size: 4, expires: now + hour };
    await store.settle(await admitted(store), { outcome: made, stored });
    const path = results.pathOf(token);
    utimesSync(path, (now - 26 * hour) / 1000, (now - 26 * hour) / 1000);
    expect(await results.removeStrays(store, now)).toBe(0);
    expect(existsSync(path)).toBe(true);
  });

  it('need not be there', async () => {
    const results = new ResultsFolder(join(folder, 'missing'));
    expect(await results.removeStrays(new InMemoryStore(''), Date.now())).toBe(0);
  });
});
