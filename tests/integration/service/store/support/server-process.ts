// A server of its own process, for tests that kill it: started by `server-processes.ts`, told by
// lines on stdin what to do, and telling on stdout what has come true.
import { createInterface } from 'node:readline';
import {
  openStore,
  type StorePlace,
} from '../../../../../electron/main/service/store/open-store.js';
import { failed, made, requestOf, withWebhook } from './servers.js';

const [place, leaseSeconds] = JSON.parse(process.argv[2] ?? '') as [StorePlace, number];
const { store } = await openStore(place, { onError: tellError, leaseSeconds, pollMs: 50 });
tell('ready');

/** What a line asks for: a word, and an account or a task. */
const commands: Readonly<Record<string, (subject: string) => Promise<void>>> = {
  /** Requests without end, each admitted, made or failed or given back, four at a time. */
  work: async (account) => {
    await Promise.all([0, 1, 2, 3].map((n) => workForever(account, n)));
  },
  /** Asynchronous tasks of whoever has admitted them. */
  execute: () => {
    store.execute(async ({ task }) => {
      tell('taken', task);
      const hasEnded = await store.settle(task, withWebhook(made, task));
      if (hasEnded) tell('made', task);
    }, 4);
    store.postWebhooks((message) => {
      tell('posted', message.id);
      return Promise.resolve();
    });
    return Promise.resolve();
  },
  /** Takes asynchronous tasks, and is never done with them. */
  hang: () => {
    store.execute(async ({ task }) => {
      tell('taken', task);
      await new Promise(() => undefined);
    }, 4);
    return Promise.resolve();
  },
  admit: async (account) => {
    const admission = await store.admit(requestOf({ id: account }));
    tell(admission.kind, 'task' in admission ? admission.task : undefined);
  },
  settle: async (task) => {
    const hasEnded = await store.settle(task, { outcome: made });
    tell(hasEnded ? 'made' : 'not-ours', task);
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const [name = '', subject = ''] = line.split(' ');
  const command = commands[name];
  if (command === undefined) throw new Error(`No command ${name}`);
  command(subject).catch(tellError);
});

async function workForever(account: string, lane: number): Promise<never> {
  for (let n = lane; ; n += 1) {
    const idempotency = { key: `${process.pid}-${lane}-${n}`, digest: 'd' };
    const admission = await store.admit(
      requestOf({ id: account }, n % 2 === 0 ? { idempotency } : {}),
    );
    if (admission.kind !== 'admitted') throw new Error(`Not admitted: ${admission.kind}`);
    const { task } = admission;
    tell('admitted', task);
    if (n % 3 === 0) await store.requeue(task);
    else if (n % 3 === 1) await store.settle(task, { outcome: failed });
    else if (await store.settle(task, withWebhook(made, task))) tell('made', task);
  }
}

function tell(what: string, subject = ''): void {
  process.stdout.write(`${what} ${subject}\n`);
}

function tellError(error: unknown): void {
  tell('error', JSON.stringify(error instanceof Error ? error.message : error));
}
