import { mkdtempSync, readdirSync, rmSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeliveryInput } from '../../../../electron/main/outbox/delivery-sink.js';
import { Outbox, openOutbox, type OutboxOptions } from '../../../../electron/main/outbox/outbox.js';
import { OutboxFolder } from '../../../../electron/main/outbox/outbox-folder.js';
import { PdfSpool } from '../../../../electron/main/files/pdf-spool.js';
import { atRest } from '../../../support/at-rest.js';
import { access } from './support/test-outbox.js';

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'platen-outbox-survival-'));
});

afterAll(() => rmSync(root, { recursive: true }));

const jobs = ['a', 'b', 'private'];

/** The queue's journal: the jobs that have ended, with their deliveries. */
type Journal = Map<string, readonly string[]>;

function work(job: string): DeliveryInput {
  const name = `${job}.pdf`;
  const contents = `PDF of ${job}`;
  const places = ['one', 'two'].map((folder) => ({
    target: 'papers',
    bucket: 'papers-bucket',
    key: `${folder}/${name}`,
    existing: 'ask' as const,
  }));
  return {
    job,
    compliance: { gdpr: job === 'private', hipaa: false },
    pdf: { contents, name, size: contents.length },
    uploads: places,
    webhook: {
      address: `https://hooks.test/${job}`,
      outcome: { kind: 'completed', file: { name, size: contents.length } },
    },
  };
}

/**
 * Does what the queue does for each job that has not ended, and returns the ids of all deliveries.
 */
async function runJobs(outbox: Outbox, journal: Journal, step: Step): Promise<readonly string[]> {
  for (const job of jobs) {
    if (journal.has(job)) continue;
    const ids = await outbox.stage(work(job));
    await step();
    journal.set(job, ids);
    await step();
    await outbox.release(ids);
  }
  return [...journal.values()].flat();
}

/** Runs a program that dies after so many steps, and returns whether it died. */
async function runFor(steps: number, folder: string, side: OtherSide, journal: Journal) {
  const { step, onDisk, death } = mortal(steps);
  const files = new OutboxFolder(join(folder, 'outbox'));
  const pdfs = new PdfSpool(join(folder, 'outbox'));
  const outbox = new Outbox({
    ...side.seenBy(step),
    files: {
      save: async (delivery) => onDisk(async () => files.save(delivery)),
      delete: async (id) => onDisk(async () => files.delete(id)),
    },
    pdfs: {
      keep: async (id, contents) => onDisk(async () => pdfs.keep(id, contents)),
      remove: async (id) => onDisk(async () => pdfs.remove(id)),
      pathOf: (id) => pdfs.pathOf(id),
    },
  });
  outbox.start();
  let isDead = false;
  void death.then(() => (isDead = true));
  const run = runJobs(outbox, journal, step)
    .then(async (ids) => atRest(outbox, ids, () => isDead))
    .then(async () => outbox.stop());
  return Promise.race([death, run.then(() => 'alive' as const)]);
}

test(
  'wherever a program dies, each object is uploaded once and completely, and each job is reported once',
  { timeout: 240_000 },
  async () => {
    let steps = 0;
    for (let end = 'dead'; end === 'dead'; steps += 1) {
      const folder = mkdtempSync(join(root, 'case-'));
      const side = new OtherSide();
      const journal: Journal = new Map();
      end = await runFor(steps, folder, side, journal);
      const { outbox, notices } = await openOutbox({ ...side.seenBy(immortal), userData: folder });
      await outbox.reconcile(new Set([...journal.values()].flat()));
      outbox.start();
      await atRest(outbox, await runJobs(outbox, journal, immortal));
      await outbox.stop();
      const after = `after ${steps} steps`;
      expect(notices).toEqual([]);
      const keys = jobs.flatMap((job) => [`one/${job}.pdf`, `two/${job}.pdf`]);
      expect([...side.puts].sort(), after).toEqual([...keys].sort());
      for (const key of keys) {
        const job = key.slice('one/'.length, -'.pdf'.length);
        expect(side.objects.get(key)?.contents, after).toBe(`PDF of ${job}`);
      }
      expect(messagesOf(side), after).toEqual(
        jobs.map((job) => `${job}: one/${job}.pdf delivered, two/${job}.pdf delivered`),
      );
      const left = readdirSync(join(folder, 'outbox')).filter(
        (name) => !name.startsWith('.platen-'),
      );
      const staged = left.filter((name) => name.endsWith('.json'));
      expect(left, after).toEqual(staged);
      // Two uploads and a webhook for each job that is not private.
      expect(staged, after).toHaveLength(6);
    }
    // Each job has a PDF, three entries, two uploads and a webhook, each of several steps.
    expect(steps).toBeGreaterThan(50);
  },
);

/**
 * Returns the webhooks received, each once even if it was repeated; repetitions must be identical.
 */
function messagesOf({ messages }: OtherSide): readonly string[] {
  const bodies = new Map<string, string>();
  for (const { id, body } of messages) {
    expect(bodies.get(id) ?? body).toBe(body);
    bodies.set(id, body);
  }
  return [...bodies.values()].map(summaryOf).sort();
}

function summaryOf(body: string): string {
  const { data } = JSON.parse(body) as {
    data: { job: string; destinations: { destination: string; status: string }[] };
  };
  const ends = data.destinations.map(({ destination, status }) =>
    [destination.slice('s3://papers-bucket/'.length), status].join(' '),
  );
  return `${data.job}: ${ends.join(', ')}`;
}

/** Runs a step of a program; never resolves once the program is dead. */
type Step = () => Promise<void>;

/** Returns a program that dies after so many steps. */
function mortal(steps: number) {
  let left = steps;
  let die: () => void = () => undefined;
  const death = new Promise<'dead'>((resolve) => (die = () => resolve('dead')));
  const step: Step = async () => {
    if (left === 0) die();
    left -= 1;
    if (left < 0) await new Promise(() => undefined);
  };
  const underWay = new Set<Promise<unknown>>();
  /**
   * Disk operations in progress complete, so that a program that is only simulated as dead does
   * not write during the next run.
   */
  const onDisk = async <T>(write: () => Promise<T>): Promise<T> => {
    await step();
    const written = write();
    underWay.add(written);
    return written;
  };
  return { step, onDisk, death: death.finally(async () => Promise.allSettled(underWay)) };
}

const immortal: Step = async () => Promise.resolve();

interface StoredObject {
  readonly id: string;
  readonly contents: string;
}

/** A bucket and a webhook receiver, which survive the programs that send to them. */
class OtherSide {
  readonly objects = new Map<string, StoredObject>();
  /** Keys in the order in which they were written. */
  readonly puts: string[] = [];
  readonly messages: { readonly id: string; readonly body: string }[] = [];

  /** Returns the view of one program, in which each effect and each response is a step. */
  seenBy(step: Step): Pick<OutboxOptions, 'upload' | 'sendWebhook' | 'abortUpload' | 'accessTo'> {
    return {
      upload: async ({ id, place, path }, hooks) => {
        await hooks.beforeSending({ key: place.key });
        await step();
        // Behaves as a real bucket: an object with the id of this delivery belongs to it.
        if (this.objects.get(place.key)?.id !== id) {
          this.puts.push(place.key);
          this.objects.set(place.key, { id, contents: readFileSync(path, 'utf8') });
        }
        await step();
        return { kind: 'uploaded', place, url: `https://papers.test/${place.key}` };
      },
      sendWebhook: async ({ id, body }) => {
        await step();
        this.messages.push({ id, body });
        await step();
      },
      abortUpload: async () => Promise.resolve(),
      accessTo: async () => Promise.resolve(access),
    };
  }
}
