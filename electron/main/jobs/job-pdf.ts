import { stat } from 'node:fs/promises';
import type { RemoteReceipt } from '../../shared/endpoints.js';
import { AppError } from '../../shared/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { s3Uri } from '../../shared/request/storage.js';
import { quote } from '../../shared/request/text.js';
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
  spool: PdfSpool,
  waiting: WaitingPdfs,
): Promise<JobPdf> {
  const { state } = job;
  const facts = state.status === 'completed' ? state.pdf : keptPdf(state);
  if (!facts) throw new AppError('refused', noPdfReason(state));
  const path = pathOf(job, spool, waiting);
  const { size } = await stat(path).catch((error: unknown) => {
    const failure = isAbsence(error) ? message('jobs.pdfGone', { path }) : readFailure(path, error);
    throw new AppError('source-unreadable', failure, undefined, { cause: error });
  });
  if (size === facts.size) return { path, facts };
  throw new AppError('source-unreadable', message('jobs.pdfChanged', { path }));
}

function pathOf({ id, state }: Readonly<Job>, spool: PdfSpool, waiting: WaitingPdfs): string {
  if (state.status !== 'completed') return spool.pathOf(id);
  if (state.path !== null) return state.path;
  const uploads = deliveryIds(state).flatMap((delivery) => {
    const entry = waiting.get(delivery);
    return entry?.kind === 'upload' ? [entry] : [];
  });
  const unfinished = uploads.find((upload) => !isDone(upload.state));
  if (unfinished) return waiting.pathOf(unfinished.pdf.id);
  throw new AppError('refused', notLocalReason(uploads, state.remote));
}

function noPdfReason(state: JobState): Message {
  const remote = state.status === 'completed' ? state.remote : undefined;
  return remote?.notFetched ?? message('jobs.noPdf');
}

function notLocalReason(uploads: readonly UploadDelivery[], remote?: RemoteReceipt): Message {
  const destinations = uploads.map(({ bucket, key }) => s3Uri({ bucket, key }));
  if (destinations.length > 0) return message('jobs.pdfUploaded', { destinations });
  if (remote === undefined) return message('jobs.pdfNotHere');
  const service = quote(remote.name);
  return remote.url === undefined
    ? message('jobs.pdfAtService', { service })
    : message('jobs.pdfAtServiceUrl', { service, url: remote.url });
}
