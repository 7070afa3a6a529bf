import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PdfEngine } from '../../../../electron/main/engine/contract/pdf-engine.js';
import { type JobOptions, jobOptionsSchema } from '../../../../electron/shared/jobs.js';
import { FakeOutbox } from './support/fake-outbox.js';
import { files, until } from './support/fake-work.js';
import { SimulatedKill } from './support/mortality.js';
import { openOnDisk } from './support/queue-on-disk.js';

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'platen-split-'));
});

afterAll(() => rmSync(root, { recursive: true }));

/** An engine whose PDFs have five pages, and are wider with each conversion. */
function bookEngine() {
  let conversions = 0;
  const engine: PdfEngine = {
    convert: async () => {
      conversions += 1;
      const pdf = await PDFDocument.create();
      for (let page = 1; page <= 5; page += 1) pdf.addPage([conversions * 100, page * 100]);
      const bytes = Buffer.from(await pdf.save());
      return { parts: [bytes], size: bytes.length, pages: 5, title: '', preflight: [] };
    },
    close: async () => Promise.resolve(),
  };
  return engine;
}

/** Returns the sizes of the pages of each PDF in a folder, by file name. */
async function pagesIn(folder: string): Promise<Record<string, string>> {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.platen-'));
  const entries = names.map(async (name) => [
    name,
    await pagesOf(readFileSync(join(folder, name))),
  ]);
  return Object.fromEntries(await Promise.all(entries)) as Record<string, string>;
}

async function pagesOf(bytes: Uint8Array): Promise<string> {
  const pdf = await PDFDocument.load(bytes);
  return pdf
    .getPages()
    .map((page) => `${page.getWidth()}x${page.getHeight()}`)
    .join(' ');
}

function optionsFor(folder: string, uploads: readonly string[]): JobOptions {
  return jobOptionsSchema.parse({
    request: {},
    output: {
      folder: join(folder, 'out'),
      split: { kind: 'pages', pages: 2 },
      uploads: uploads.map((destination) => ({ destination })),
    },
  });
}

interface Run {
  readonly folder: string;
  readonly engine: PdfEngine;
  readonly outbox: FakeOutbox;
}

/** Runs a job, or the rest of it; until a kill after so many steps, if they are given. */
async function run({ folder, engine, outbox }: Run, steps: number | null, added?: JobOptions) {
  let die: () => void = () => undefined;
  const death = new Promise<'dead'>((resolve) => (die = () => resolve('dead')));
  const mortality = steps === null ? undefined : new SimulatedKill(steps, die, true);
  const { queue, journal } = await openOnDisk(folder, engine, {
    outbox,
    ...(mortality && { mortality }),
  });
  queue.start();
  if (added) void queue.add(files('book'), added);
  const isDone = () =>
    outbox.held.size === 0 &&
    (added ? queue.summary.counts.completed === 1 : queue.summary.batch === null);
  const ended = until(isDone);
  // After the kill it never resolves.
  ended.catch(() => undefined);
  const end = await Promise.race([death, ended.then(() => 'alive' as const)]);
  if (steps === null) await queue.stop();
  await journal.close();
  return { end, queue };
}

describe.each([
  { what: 'files', uploads: [] },
  { what: 'files and uploads', uploads: ['s3://papers/{name}.pdf'] },
])('a job whose parts are $what', ({ uploads }) => {
  test(
    'killed at any step, saves each part of one conversion once',
    { timeout: 240_000 },
    async () => {
      let steps = 0;
      for (let end = 'dead'; end === 'dead'; steps += 1) {
        const folder = mkdtempSync(join(root, 'case-'));
        const all = { folder, engine: bookEngine(), outbox: new FakeOutbox() };
        const first = await run(all, steps, optionsFor(folder, uploads));
        end = first.end;
        const { queue } = await run(all, null);
        const [row] = queue.listed.rows;
        // A kill before the job was recorded leaves nothing.
        if (row === undefined) continue;
        expect(row, `after ${steps} steps`).toMatchObject({ status: 'completed', parts: 3 });
        const found = await pagesIn(join(folder, 'out'));
        const width = (found['book-1.pdf'] ?? '').split('x')[0] ?? '';
        const expected = {
          'book-1.pdf': `${width}x100 ${width}x200`,
          'book-2.pdf': `${width}x300 ${width}x400`,
          'book-3.pdf': `${width}x500`,
        };
        expect(found, `after ${steps} steps`).toEqual(expected);
        const places = Object.keys(expected).map((name) => `s3://papers/${name}`);
        expect(all.outbox.places, `after ${steps} steps`).toEqual(
          uploads.length === 0 ? [] : places,
        );
        expect(readdirSync(join(folder, 'kept'))).toEqual([]);
      }
      expect(steps).toBeGreaterThan(8);
    },
  );
});
