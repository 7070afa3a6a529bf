import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { files, options, until } from './support/fake-work.js';
import { mortal } from './support/mortal-memory.js';
import { fakeEngine, filesOf, openOnDisk } from './support/queue-on-disk.js';

const root = mkdtempSync(join(tmpdir(), 'platen-survival-'));

afterAll(() => rmSync(root, { recursive: true }));

const names = ['a', 'b', 'c', 'd'];

/** Runs a batch in a program that dies after so many steps, and gives whether it died, and whether its jobs were promised to be remembered. */
async function liveFor(steps: number, folder: string) {
  const { engine } = fakeEngine();
  let die: () => void = () => undefined;
  const death = new Promise<'dead'>((resolve) => (die = () => resolve('dead')));
  const { queue, journal } = await openOnDisk(folder, engine, {
    mortality: (memory) => mortal(memory, steps, die),
  });
  queue.start();
  let isPromised = false;
  const output = { ...options.output, folder: join(folder, 'out') };
  void queue.add(files(...names), { ...options, output }).then(() => (isPromised = true));
  const life = until(() => queue.summary.counts.completed === names.length);
  // What waits for a death that has come waits in vain.
  life.catch(() => undefined);
  const end = await Promise.race([death, life.then(() => 'alive' as const)]);
  await journal.close();
  return { end, isPromised };
}

test(
  'wherever a program dies, the next one makes what is missing, and nothing twice',
  { timeout: 60_000 },
  async () => {
    let steps = 0;
    for (let end = 'dead'; end === 'dead'; steps += 1) {
      const folder = mkdtempSync(join(root, 'case-'));
      const first = await liveFor(steps, folder);
      end = first.end;
      const { engine, convert } = fakeEngine();
      const { queue, journal, notice } = await openOnDisk(folder, engine);
      const isKnown = queue.listed.rows.length === names.length;
      expect(isKnown || (!first.isPromised && queue.listed.rows.length === 0)).toBe(true);
      queue.start();
      await until(() => queue.summary.batch === null);
      await queue.stop();
      await journal.close();
      expect(notice).toBeNull();
      if (!isKnown) continue;
      expect(queue.summary.counts, `after ${steps} steps`).toMatchObject({
        completed: names.length,
      });
      expect(filesOf(join(folder, 'out')), `after ${steps} steps`).toEqual(
        Object.fromEntries(names.map((name) => [`${name}.pdf`, `PDF of /in/${name}.html`])),
      );
      if (end === 'alive') expect(convert).not.toHaveBeenCalled();
    }
    // Each job is begun, placed and completed, and each placing is waited for.
    expect(steps).toBeGreaterThan(4 * names.length);
  },
);

test('a job that was running at four ends in a row is not tried again by itself', async () => {
  const folder = mkdtempSync(join(root, 'case-'));
  const { engine, convert } = fakeEngine();
  convert.mockImplementation(async () => new Promise(() => undefined));
  for (let life = 0; life < 4; life += 1) {
    const { queue, journal } = await openOnDisk(folder, engine);
    queue.start();
    if (life === 0) await queue.add(files('deadly'), options);
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
        message:
          'Platen ended 4 times in a row while this page was being converted, so it was not tried again. Try again if something else ended Platen.',
      },
    },
  ]);
  queue.retry('failed');
  expect(queue.summary.counts.running).toBe(1);
  await queue.stop();
  await journal.close();
});

test('a job that was stopped as Platen quit was not interrupted', async () => {
  const folder = mkdtempSync(join(root, 'case-'));
  const { engine, convert } = fakeEngine();
  convert.mockImplementation(
    async (_request, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('x')))),
  );
  for (let life = 0; life < 3; life += 1) {
    const { queue, journal } = await openOnDisk(folder, engine);
    queue.start();
    if (life === 0) await queue.add(files('slow'), options);
    expect(queue.summary.counts.running).toBe(1);
    await queue.stop();
    await journal.close();
  }
});
