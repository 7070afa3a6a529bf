import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { DeliveryInput } from '../../../../electron/main/outbox/delivery-sink.js';
import { Outbox, openOutbox } from '../../../../electron/main/outbox/outbox.js';
import { OutboxFolder } from '../../../../electron/main/outbox/outbox-folder.js';
import { PdfSpool } from '../../../../electron/main/files/pdf-spool.js';
import { atRest } from '../../../support/at-rest.js';
import { OtherSide, type Step, immortal, mortal } from './support/lives.js';

const root = mkdtempSync(join(tmpdir(), 'platen-outbox-survival-'));

afterAll(() => rmSync(root, { recursive: true }));

const jobs = ['a', 'b', 'private'];

/** What jobs are known to have ended, with what they handed over: the queue's journal. */
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
 * Does what the queue does with each job that it does not know to have ended; gives all that was
 * handed over.
 */
async function makeJobs(outbox: Outbox, journal: Journal, step: Step): Promise<readonly string[]> {
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

/** Runs a program that dies after so many steps, and gives whether it did. */
async function liveFor(steps: number, folder: string, side: OtherSide, journal: Journal) {
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
  const life = makeJobs(outbox, journal, step)
    .then(async (ids) => atRest(outbox, ids, () => isDead))
    .then(async () => outbox.stop());
  return Promise.race([death, life.then(() => 'alive' as const)]);
}

test(
  'wherever a program dies, each object is there once and whole in the end, and each job told of once',
  { timeout: 120_000 },
  async () => {
    let steps = 0;
    for (let end = 'dead'; end === 'dead'; steps += 1) {
      const folder = mkdtempSync(join(root, 'case-'));
      const side = new OtherSide();
      const journal: Journal = new Map();
      end = await liveFor(steps, folder, side, journal);
      const { outbox, notices } = await openOutbox({ ...side.seenBy(immortal), userData: folder });
      await outbox.reconcile(new Set([...journal.values()].flat()));
      outbox.start();
      await atRest(outbox, await makeJobs(outbox, journal, immortal));
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
        jobs.map((job) => `https://papers.test/one/${job}.pdf`),
      );
      const left = readdirSync(join(folder, 'outbox')).filter(
        (name) => !name.startsWith('.platen-'),
      );
      const kept = left.filter((name) => name.endsWith('.json'));
      expect(left, after).toEqual(kept);
      // Two uploads and a message of each job that is not private.
      expect(kept, after).toHaveLength(6);
    }
    // Each job has a PDF, three entries, two uploads and a message, each of several steps.
    expect(steps).toBeGreaterThan(50);
  },
);

/**
 * What the receiver was told: each message counts once however often it came, and has to be the
 * same each time.
 */
function messagesOf({ messages }: OtherSide): readonly string[] {
  const bodies = new Map<string, string>();
  for (const { id, body } of messages) {
    expect(bodies.get(id) ?? body).toBe(body);
    bodies.set(id, body);
  }
  return [...bodies.values()]
    .map((body) => (JSON.parse(body) as { data: { url: string } }).data.url)
    .sort();
}
