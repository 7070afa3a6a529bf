import { readFileSync, statSync } from 'node:fs';
import { readPdf } from '../../tests/support/read-pdf.js';
import { targetOf } from './contest.js';

/** How many PDFs of a contestant are read with pdf.js; all are counted by their size. */
const sampled = 5;

export interface Checked {
  /** All PDFs together. */
  readonly bytes: number;
  /** Pages of the ones that were read. */
  readonly pages: readonly number[];
}

/** Reads what a contestant has made. @throws where one of them is no PDF */
export async function checkPdfs(sources: readonly string[], folder: string): Promise<Checked> {
  const targets = sources.map((source, index) => targetOf(source, index, folder));
  const bytes = targets.reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  const pages: number[] = [];
  for (const path of targets.slice(0, sampled)) {
    pages.push((await readPdf(readFileSync(path))).pages.length);
  }
  return { bytes, pages };
}
