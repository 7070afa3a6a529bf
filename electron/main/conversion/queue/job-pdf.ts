import { stat } from 'node:fs/promises';
import { AppError } from '../../../shared/errors.js';
import type { KeptPdfs } from '../../delivery/kept-pdfs.js';
import { isAbsence } from '../../delivery/is-there.js';
import { readFailure } from '../source-files.js';
import { type Job, type PdfFacts, keptPdf } from './job.js';

/** The PDF that a job has made, where it lies. */
export interface JobPdf {
  readonly path: string;
  readonly facts: PdfFacts;
}

/**
 * Finds the PDF of a job: where it was written, or where it is kept as it could not be.
 * @throws AppError `refused` if the job has none; `source-unreadable` if it is gone, or is not what the job made any more
 */
export async function jobPdf({ id, state }: Readonly<Job>, kept: KeptPdfs): Promise<JobPdf> {
  const facts = state.status === 'completed' ? state.pdf : keptPdf(state);
  if (!facts) throw new AppError('refused', 'This job has made no PDF.');
  const path = state.status === 'completed' ? state.path : kept.pathOf(id);
  const { size } = await stat(path).catch((error: unknown) => {
    const sentence = isAbsence(error)
      ? `${path} is not there any more. Try again to convert it once more.`
      : readFailure(path, error);
    throw new AppError('source-unreadable', sentence, undefined, { cause: error });
  });
  if (size === facts.size) return { path, facts };
  throw new AppError(
    'source-unreadable',
    `${path} has been changed since Platen made it. Open it with the system's own program instead.`,
  );
}
