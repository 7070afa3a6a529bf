import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JobOptions, jobOptionsSchema } from '../../../../electron/shared/jobs.js';
import { FakeOutbox } from './support/fake-outbox.js';
import { files, options, until } from './support/fake-work.js';
import { SimulatedKill } from './support/mortality.js';
import { fakeEngine, filesOf, openOnDisk } from './support/queue-on-disk.js';
import { message } from '../../../../electron/shared/messages/message.js';

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'platen-survival-'));
});

afterAll(() => rmSync(root, { recursive: true }));

const names = ['a', 'b', 'c', 'd'];

/** The deliveries of each job: two uploads, one to a key that all jobs share, and a webhook. */
const uploads = ['s3://papers/{name}.pdf', 's3://papers/all.pdf'];
const webhook = 'https://hooks.test/done';

interface Scenario {
  readonly save: boolean;
  readonly delivers: boolean;
}

function optionsFor(folder: string, { save, delivers }: Scenario): JobOptions {
  const output = { ...options.output, folder: join(folder, 'out'), save };
  if (!delivers) return { ...options, output };
  return jobOptionsSchema.parse({
    request: { webhook },
    output: { ...output, uploads: uploads.map((destination) => ({ destination })) },
  });
}

/** A run of Platen that is killed. */
interface Run {
  readonly folder: string;
  readonly outbox: FakeOutbox;
  readonly steps: number;
  readonly isLazy: boolean;
}

/** Runs a batch, or the rest of it, until a kill after so many steps. */
async function runFor({ folder, outbox, steps, isLazy }: Run, added?: JobOptions) {
  const { engine } = fakeEngine();
  let die: () => void = () => undefined;
  const death = new Promise<'dead'>((resolve) => (die = () => resolve('dead')));
  const mortality = new SimulatedKill(steps, die, isLazy);
  const { queue, journal } = await openOnDisk(folder, engine, { outbox, mortality });
  queue.start();
  let isAdded = false;
  if (added) void queue.add(files(...names), added).then(() => (isAdded = true));
  const isDone = () =>
    outbox.held.size === 0 &&
    (added ? queue.summary.counts.completed === names.length : queue.summary.batch === null);
  const run = until(isDone);
  // After the kill it never resolves.
  run.catch(() => undefined);
  const end = await Promise.race([death, run.then(() => 'alive' as const)]);
  await journal.close();
  return { end, isPromised: isAdded };
}

/** Runs the rest to the end. */
async function finish(folder: string, outbox: FakeOutbox) {
  const { engine, convert } = fakeEngine();
  const { queue, journal, notice } = await openOnDisk(folder, engine, { outbox });
  queue.start();
  await until(() => queue.summary.batch === null);
  await queue.stop();
  await journal.close();
  expect(notice).toBeNull();
  return { queue, convert };
}

const everyFile = Object.fromEntries(
  names.map((name) => [`${name}.pdf`, `PDF of /in/${name}.html`]),
);

/** Each upload once, with its contents, and one webhook for each job. */
const everyDelivery = [
  ...names.map((name) => [`s3://papers/${name}.pdf`, `PDF of /in/${name}.html`]),
  ...names.map((name, index) => [
    `s3://papers/all${index === 0 ? '' : `-${index + 1}`}.pdf`,
    `PDF of /in/${name}.html`,
  ]),
  ...names.map((name) => [
    webhook,
    JSON.stringify({ kind: 'completed', file: { name: `${name}.pdf`, size: 17 } }),
  ]),
].sort();

const filesOnly = { what: 'files', save: true, delivers: false };
const all = { what: 'files, uploads and webhooks', save: true, delivers: true };
const uploadsOnly = { what: 'uploads and webhooks', save: false, delivers: true };

describe.each([
  { ...filesOnly, deaths: 1, isLazy: false },
  { ...filesOnly, deaths: 1, isLazy: true },
  { ...all, deaths: 1, isLazy: false },
  { ...all, deaths: 1, isLazy: true },
  { ...all, deaths: 2, isLazy: true },
  { ...uploadsOnly, deaths: 1, isLazy: false },
  { ...uploadsOnly, deaths: 1, isLazy: true },
  { ...uploadsOnly, deaths: 2, isLazy: true },
])('killed at any step while creating $what (kills: $deaths, lazy disk: $isLazy)', (row) => {
  const { save, delivers, deaths, isLazy } = row;
  test(
    'the next run creates what is missing, and nothing twice',
    { timeout: 240_000 },
    async () => {
      let steps = 0;
      for (let end = 'dead'; end === 'dead'; steps += deaths) {
        const folder = mkdtempSync(join(root, 'case-'));
        const outbox = new FakeOutbox();
        const run = { folder, outbox, steps, isLazy };
        const first = await runFor(run, optionsFor(folder, row));
        end = first.end;
        for (let death = 1; death < deaths; death += 1) {
          await runFor({ ...run, steps: (steps % 11) + death });
        }
        const { queue, convert } = await finish(folder, outbox);
        const isKnown = queue.listed.rows.length === names.length;
        expect(isKnown || (!first.isPromised && queue.listed.rows.length === 0)).toBe(true);
        if (!isKnown) continue;
        const after = `after ${steps} steps`;
        expect(queue.summary.counts, after).toMatchObject({ completed: names.length });
        expect(filesOf(join(folder, 'out')), after).toEqual(save ? everyFile : {});
        const sent = outbox.sent.map(({ to, what }) => [to, what]).sort();
        expect(sent, after).toEqual(delivers ? everyDelivery : []);
        expect(outbox.held.size, after).toBe(0);
        if (end === 'alive' && deaths === 1 && save) expect(convert).not.toHaveBeenCalled();
      }
      // Jobs are started, staged, committed, completed and released.
      expect(steps).toBeGreaterThan((delivers ? 6 : 4) * names.length);
    },
  );
});

test('a job that was running at four crashes in a row is not started again', async () => {
  const folder = mkdtempSync(join(root, 'case-'));
  const { engine, convert } = fakeEngine();
  convert.mockImplementation(async () => new Promise(() => undefined));
  for (let run = 0; run < 4; run += 1) {
    const { queue, journal } = await openOnDisk(folder, engine);
    queue.start();
    if (run === 0) await queue.add(files('deadly'), options);
    expect(queue.summary.counts.running).toBe(1);
    await journal.close();
  }
  const { queue, journal } = await openOnDisk(folder, fakeEngine().engine);
  queue.start();
  expect(queue.listed.rows).toMatchObject([
    {
      status: 'failed',
      error: {
        code: 'page-crashed',
        message: message('jobs.interrupted', { count: 4 }),
      },
    },
  ]);
  queue.retry('failed');
  expect(queue.summary.counts.running).toBe(1);
  await queue.stop();
  await journal.close();
});

test('a quit does not count as a crash', async () => {
  const folder = mkdtempSync(join(root, 'case-'));
  const { engine, convert } = fakeEngine();
  convert.mockImplementation(
    async (_request, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('x')))),
  );
  for (let run = 0; run < 3; run += 1) {
    const { queue, journal } = await openOnDisk(folder, engine);
    queue.start();
    if (run === 0) await queue.add(files('slow'), options);
    expect(queue.summary.counts.running).toBe(1);
    await queue.stop();
    await journal.close();
  }
});
