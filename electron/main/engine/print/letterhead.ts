import { readFile, stat } from 'node:fs/promises';
import type { PDFDocument } from '@cantoo/pdf-lib';
import { codeOf } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import type { ConversionRequest } from '../../../shared/request/request.js';
import { quotePath } from '../../../shared/request/text.js';
import { fieldIssue, invalidRequest } from '../../../shared/request/validation.js';
import type { FinishStep } from '../pdf/finish-pdf.js';
import { readFailure } from '../../util/disk-path.js';

/** The largest accepted file, in bytes, because it is held in memory. */
const maxBytes = 128 * 1024 ** 2;

const places = { background: 'under', stamp: 'over' } as const;
type Field = keyof typeof places;

/**
 * Reads the PDFs that are drawn under or over the pages, before anything is printed.
 * @returns the steps that draw them
 * @throws AppError `invalid-request` with one issue for each that can't be used
 */
export async function letterheadSteps(request: ConversionRequest): Promise<readonly FinishStep[]> {
  const read = await Promise.all(
    (['background', 'stamp'] as const).map(async (field) => {
      const path = request[field] ?? '';
      return path === '' ? null : readStamp(field, path);
    }),
  );
  const given = read.filter((each) => each !== null);
  const issues = given.flatMap(({ field, result }) =>
    'issue' in result ? [fieldIssue(field, result.issue)] : [],
  );
  if (issues.length > 0) throw invalidRequest(issues);
  return given.flatMap(({ field, result }) =>
    'pdf' in result
      ? [
          async (document: PDFDocument) => {
            const { stampPages } = await import('../pdf/stamp-pages.js');
            await stampPages(document, result.pdf, places[field]);
          },
        ]
      : [],
  );
}

type Result = { readonly pdf: PDFDocument } | { readonly issue: Message };

async function readStamp(
  field: Field,
  path: string,
): Promise<{ readonly field: Field; readonly result: Result }> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) {
      const params = { path: quotePath(path), megabytes: maxBytes / 1024 ** 2 };
      return { field, result: { issue: message('own.stampTooLarge', params) } };
    }
    return { field, result: await parse(path, await readFile(path)) };
  } catch (thrown) {
    if (codeOf(thrown) === '') throw thrown;
    return { field, result: { issue: readFailure(path, thrown) } };
  }
}

async function parse(path: string, bytes: Buffer): Promise<Result> {
  const params = { path: quotePath(path) };
  const { EncryptedPDFError, PDFDocument } = await import('@cantoo/pdf-lib');
  const { displayOf } = await import('../pdf/page-form.js');
  const options = { updateMetadata: false, parseSpeed: 500 };
  try {
    if (!bytes.subarray(0, 1024).includes('%PDF-')) throw new Error('It has no header.');
    const pdf = await PDFDocument.load(new Uint8Array(bytes), options);
    if (pdf.getPages().map(displayOf).length === 0) throw new Error('It has no pages.');
    return { pdf };
  } catch (thrown) {
    const isEncrypted = thrown instanceof EncryptedPDFError;
    return { issue: message(isEncrypted ? 'own.stampEncrypted' : 'own.stampBroken', params) };
  }
}
