// A server in its own process, for tests that kill it: started by `server-processes.ts`, with
// commands as lines on stdin and reports as lines on stdout.
import { createInterface } from 'node:readline';
import {
  openStore,
  type StorePlace,
} from '../../../../../electron/main/service/store/open-store.js';
import { failed, made, requestOf, withWebhook } from './servers.js';

const [place, leaseSeconds] = JSON.parse(process.argv[2] ?? '') as [StorePlace, number];
const { store } = await openStore(place, { onError: reportError, leaseSeconds, pollMs: 50 });
report('ready');

/** A command: its name, and an account or a task. */
const commands: Readonly<Record<string, (subject: string) => Promise<void>>> = {
  /**
   * Runs endless requests, four at a time; each is admitted and then succeeds, fails or is
   * requeued.
   */
  work: async (account) => {
    await Promise.all([0, 1, 2, 3].map((n) => workForever(account, n)));
  },
  /** Runs asynchronous tasks of any server. */
  execute: () => {
    store.execute(async ({ task }) => {
      report('taken', task);
      const hasEnded = await store.settle(task, withWebhook(made, task));
      if (hasEnded) report('made', task);
    }, 4);
    store.postWebhooks((message) => {
      report('posted', message.id);
      return Promise.resolve();
    });
    return Promise.resolve();
  },
  /** Takes asynchronous tasks, and never finishes them. */
  hang: () => {
    store.execute(async ({ task }) => {
      report('taken', task);
      await new Promise(() => undefined);
    }, 4);
    return Promise.resolve();
  },
  admit: async (account) => {
    const admission = await store.admit(requestOf({ id: account }));
    report(admission.kind, 'task' in admission ? admission.task : undefined);
  },
  settle: async (task) => {
    const hasEnded = await store.settle(task, { outcome: made });
    report(hasEnded ? 'made' : 'not-ours', task);
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const [name = '', subject = ''] = line.split(' ');
  const command = commands[name];
  if (command === undefined) throw new Error(`Unknown command ${name}`);
  command(subject).catch(reportError);
});

async function workForever(account: string, lane: number): Promise<never> {
  for (let n = lane; ; n += 1) {
    const idempotency = { key: `${process.pid}-${lane}-${n}`, digest: 'd' };
    const admission = await store.admit(
      requestOf({ id: account }, n % 2 === 0 ? { idempotency } : {}),
    );
    if (admission.kind !== 'admitted') throw new Error(`Not admitted: ${admission.kind}`);
    const { task } = admission;
    report('admitted', task);
    if (n % 3 === 0) await store.requeue(task);
    else if (n % 3 === 1) await store.settle(task, { outcome: failed });
    else if (await store.settle(task, withWebhook(made, task))) report('made', task);
  }
}

function report(what: string, subject = ''): void {
  process.stdout.write(`${what} ${subject}\n`);
}

function reportError(error: unknown): void {
  report('error', JSON.stringify(error instanceof Error ? error.message : error));
}
