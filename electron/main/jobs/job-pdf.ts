import type { Message } from '../../shared/messages/message.js';
import { stat } from 'node:fs/promises';
import type { RemoteReceipt } from '../../shared/endpoints.js';
import { AppError } from '../../shared/errors.js';
import { s3Uri } from '../../shared/request/storage.js';
import { listInWords, quote } from '../../shared/request/text.js';
import { readFailure } from '../engine/sources/source-files.js';
import { isAbsence } from '../files/write-failure.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import { type Delivery, type UploadDelivery, isDone } from '../outbox/delivery.js';
import { type Job, type JobState, type PdfFacts, deliveryIds, keptPdf } from './job.js';

/** The file with the PDF of a job. */
export interface JobPdf {
  readonly path: string;
  readonly facts: PdfFacts;
}

/** The outbox, which has the PDFs that are only to be uploaded. */
export interface WaitingPdfs {
  get(id: string): Delivery | undefined;
  /** Returns the full path of a PDF. @param pdf its id */
  pathOf(pdf: string): string;
}

/**
 * Finds the PDF of a job: saved, kept after a write error, or waiting for an upload.
 * @throws AppError `refused` if there is no local PDF; `source-unreadable` if the file is gone or
 * changed
 */
export async function jobPdf(
  job: Readonly<Job>,
  kept: PdfSpool,
  waiting: WaitingPdfs,
): Promise<JobPdf> {
  const { state } = job;
  const facts = state.status === 'completed' ? state.pdf : keptPdf(state);
  if (!facts) throw new AppError('refused', noPdfText(state));
  const path = pathOf(job, kept, waiting);
  const { size } = await stat(path).catch((error: unknown) => {
    const message = isAbsence(error)
      ? `${path} no longer exists. Retry to convert again.`
      : readFailure(path, error);
    throw new AppError('source-unreadable', message, undefined, { cause: error });
  });
  if (size === facts.size) return { path, facts };
  throw new AppError(
    'source-unreadable',
    `${path} has changed since Platen saved it. Open it in a PDF viewer instead.`,
  );
}

function pathOf({ id, state }: Readonly<Job>, kept: PdfSpool, waiting: WaitingPdfs): string {
  if (state.status !== 'completed') return kept.pathOf(id);
  if (state.path !== null) return state.path;
  const uploads = deliveryIds(state).flatMap((delivery) => {
    const entry = waiting.get(delivery);
    return entry?.kind === 'upload' ? [entry] : [];
  });
  const unfinished = uploads.find((upload) => !isDone(upload.state));
  if (unfinished) return waiting.pathOf(unfinished.pdf.id);
  throw new AppError('refused', notLocalText(uploads, state.remote));
}

function noPdfText(state: JobState): Message | string {
  const remote = state.status === 'completed' ? state.remote : undefined;
  return remote?.notFetched ?? 'This job has no PDF.';
}

function notLocalText(uploads: readonly UploadDelivery[], remote?: RemoteReceipt): string {
  const places = uploads.map(({ bucket, key }) => s3Uri({ bucket, key }));
  if (places.length > 0) {
    const where = listInWords(places, 'and');
    return `The PDF of this job wasn't saved to this computer. It was uploaded to ${where}; open it there.`;
  }
  if (remote) {
    const where = remote.url === undefined ? '' : ` at ${remote.url}`;
    return `The PDF of this job wasn't saved to this computer. The service ${quote(remote.name)} has it${where}.`;
  }
  return "The PDF of this job isn't on this computer any more. Add the document again to convert it.";
}
