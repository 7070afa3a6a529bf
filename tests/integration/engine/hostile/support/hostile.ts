import { expect } from 'vitest';
import { englishText } from '../../../../../electron/shared/messages/translator.js';
import type { ConversionOptions } from '../../../../../electron/main/engine/contract/pdf-engine.js';
import { errorData, publicError } from '../../../../../electron/shared/messages/errors.js';
import type { FindingKind, Preflight } from '../../../../../electron/shared/request/preflight.js';
import { readPdf } from '../../../../support/read-pdf.js';
import { convert } from '../../../support/convert.js';

/** The result of a hostile page: a PDF with its text and findings, or an error. */
export type Outcome =
  | {
      readonly kind: 'pdf';
      readonly text: string;
      readonly pages: number;
      readonly preflight: Preflight;
    }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

/** A timeout in seconds that is not reached by an ordinary page, even on a busy machine. */
const timeoutSeconds = 50;

/** Converts a hostile page, then checks that the same engine still converts an ordinary one. */
export async function attack(request: object, options?: ConversionOptions): Promise<Outcome> {
  const outcome = await outcomeOf({ timeoutSeconds, ...request }, options);
  const next = await outcomeOf({ source: { kind: 'html', html: '<p>The next page' } });
  expect(next).toEqual({ kind: 'pdf', text: 'The next page', pages: 1, preflight: [] });
  return outcome;
}

/** Converts hostile HTML; see {@link attack}. */
export async function attackWith(html: string, options: object = {}): Promise<Outcome> {
  return attack({ source: { kind: 'html', html }, ...options });
}

/** Converts a hostile URL; see {@link attack}. */
export async function attackAt(url: string, options: object = {}): Promise<Outcome> {
  return attack({ source: { kind: 'url', url }, ...options });
}

/** Matches a PDF that contains a text. */
export function pdfWith(text: string): unknown {
  return expect.objectContaining({
    kind: 'pdf',
    text: expect.stringContaining(text) as string,
  });
}

/** Matches an error with a code and a part of its message. */
export function failureWith(code: string, text = ''): unknown {
  return { kind: 'failed', code, message: expect.stringContaining(text) as string };
}

/** Returns the messages of the findings of one kind. */
export function findingsOf(outcome: Outcome, kind: FindingKind): readonly string[] {
  if (outcome.kind === 'failed') throw new Error(`There is no PDF: ${outcome.message}`);
  return outcome.preflight
    .filter((each) => each.kind === kind)
    .map(({ message }) => englishText(message));
}

async function outcomeOf(request: object, options?: ConversionOptions): Promise<Outcome> {
  try {
    const { bytes, preflight } = await convert(request, options);
    const { text, pages } = await readPdf(bytes);
    return { kind: 'pdf', text, pages: pages.length, preflight };
  } catch (thrown) {
    return { kind: 'failed', ...publicError(errorData(thrown)) };
  }
}
