import { readFileSync, statSync } from 'node:fs';
import { readPdf } from '../../tests/support/read-pdf.js';
import { targetOf } from './contest.js';

/** How many PDFs of a contestant are read with pdf.js; all are checked for their size. */
const sampled = 5;

export interface Checked {
  /** Of all PDFs. */
  readonly bytes: number;
  /** Page counts of the PDFs that were read. */
  readonly pages: readonly number[];
}

/**
 * Reads a contestant's PDFs.
 * @throws Error if one of them is not a PDF
 */
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
