import { expect } from 'vitest';
import { errorData, publicError } from '../../../../../electron/shared/errors.js';
import type { FindingKind, Preflight } from '../../../../../electron/shared/preflight.js';
import { readPdf } from '../../../../support/read-pdf.js';
import { convert } from '../../../support/convert.js';

/** What a hostile page got: a PDF with its text and findings, or the sentence that ended its job. */
export type Outcome =
  | {
      readonly kind: 'pdf';
      readonly text: string;
      readonly pages: number;
      readonly preflight: Preflight;
    }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

/** Time limit of hostile jobs, in seconds, where a test names no other. */
const timeoutSeconds = 5;

/**
 * Converts a page that means harm, and then an ordinary one through the same engine, which has to be right.
 * @param request as `convert` takes it; the time limit is short unless it is given
 */
export async function attack(request: object): Promise<Outcome> {
  const outcome = await outcomeOf({ timeoutSeconds, ...request });
  const next = await outcomeOf({ source: { kind: 'html', html: '<p>The next page' } });
  expect(next).toEqual({ kind: 'pdf', text: 'The next page', pages: 1, preflight: [] });
  return outcome;
}

/** Converts text that means harm; see {@link attack}. */
export async function attackWith(html: string, options: object = {}): Promise<Outcome> {
  return attack({ source: { kind: 'html', html }, ...options });
}

/** Converts an address that means harm; see {@link attack}. */
export async function attackAt(url: string, options: object = {}): Promise<Outcome> {
  return attack({ source: { kind: 'url', url }, ...options });
}

/** A PDF that holds this text. */
export function pdfWith(text: string): unknown {
  return expect.objectContaining({
    kind: 'pdf',
    text: expect.stringContaining(text) as string,
  });
}

/** A failure with this code, and these words in its sentence. */
export function failureWith(code: string, words = ''): unknown {
  return { kind: 'failed', code, message: expect.stringContaining(words) as string };
}

/** The sentences of one kind that an outcome tells. */
export function findingsOf(outcome: Outcome, kind: FindingKind): readonly string[] {
  if (outcome.kind === 'failed') throw new Error(`There is no PDF: ${outcome.message}`);
  return outcome.preflight.filter((each) => each.kind === kind).map(({ message }) => message);
}

async function outcomeOf(request: object): Promise<Outcome> {
  try {
    const { bytes, preflight } = await convert(request);
    const { text, pages } = await readPdf(bytes);
    return { kind: 'pdf', text, pages: pages.length, preflight };
  } catch (thrown) {
    return { kind: 'failed', ...publicError(errorData(thrown)) };
  }
}
