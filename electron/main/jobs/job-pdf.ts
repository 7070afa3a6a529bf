import { stat } from 'node:fs/promises';
import type { RemoteReceipt } from '../../shared/endpoints.js';
import { AppError } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { locationUri } from '../../shared/upload-location.js';
import { quote } from '../../shared/request/text.js';
import { readFailure } from '../util/disk-path.js';
import { isAbsence } from '../files/write-failure.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import { type Delivery, type UploadDelivery, isDone } from '../outbox/delivery.js';
import {
  type Job,
  type JobDelivery,
  type JobState,
  type PdfFacts,
  keptPdf,
  partFacts,
  partId,
} from './job.js';

export interface JobPdf {
  readonly path: string;
  readonly facts: PdfFacts;
}

/** The outbox, which has the PDFs that are only to be uploaded. */
export interface WaitingPdfs {
  get(id: string): Delivery | undefined;
  /** A full path. @param pdf its id */
  pathOf(pdf: string): string;
}

/**
 * Finds the PDF of a job: saved, kept after a write error, or waiting for an upload.
 * @param part index of the part of a divided PDF; absent: the first one that there is
 * @throws AppError `refused` if there is no local PDF; `source-unreadable` if the file is gone or
 * changed
 */
export async function jobPdf(
  job: Readonly<Job>,
  spool: PdfSpool,
  waiting: WaitingPdfs,
  part?: number,
): Promise<JobPdf> {
  const { state } = job;
  const index = part ?? state.split?.parts.findIndex((each) => each.state !== 'skipped');
  const facts =
    index === undefined || !state.split ? wholePdf(state) : partFacts(state.split, index);
  if (!facts) throw new AppError('refused', noPdfReason(state));
  const path =
    index === undefined ? pathOf(job, spool, waiting) : pathOfPart(job, index, spool, waiting);
  const { size } = await stat(path).catch((error: unknown) => {
    const failure = isAbsence(error) ? message('jobs.pdfGone', { path }) : readFailure(path, error);
    throw new AppError('source-unreadable', failure, undefined, { cause: error });
  });
  if (size === facts.size) return { path, facts };
  throw new AppError('source-unreadable', message('jobs.pdfChanged', { path }));
}

function wholePdf(state: JobState): PdfFacts | null | undefined {
  return state.status === 'completed' ? state.pdf : keptPdf(state);
}

function pathOfPart(
  { id, state }: Readonly<Job>,
  index: number,
  spool: PdfSpool,
  waiting: WaitingPdfs,
): string {
  const part = state.split?.parts[index];
  if (part?.state !== 'saved') return spool.pathOf(partId(id, index));
  if (part.path !== null) return part.path;
  const own = (state.deliveries ?? []).filter((each) => each.part === index);
  return uploadedPath(own, waiting);
}

function pathOf({ id, state }: Readonly<Job>, spool: PdfSpool, waiting: WaitingPdfs): string {
  if (state.status !== 'completed') return spool.pathOf(id);
  if (state.path !== null) return state.path;
  return uploadedPath(state.deliveries ?? [], waiting, state.remote);
}

/** Returns the path of a PDF that waits for its upload. @throws AppError `refused` after it */
function uploadedPath(
  deliveries: readonly JobDelivery[],
  waiting: WaitingPdfs,
  remote?: RemoteReceipt,
): string {
  const uploads = deliveries.flatMap(({ id }) => {
    const entry = waiting.get(id);
    return entry?.kind === 'upload' ? [entry] : [];
  });
  const unfinished = uploads.find((upload) => !isDone(upload.state));
  if (unfinished) return waiting.pathOf(unfinished.pdf.id);
  throw new AppError('refused', notLocalReason(uploads, remote));
}

function noPdfReason(state: JobState): Message {
  const remote = state.status === 'completed' ? state.remote : undefined;
  return remote?.notFetched ?? message('jobs.noPdf');
}

function notLocalReason(uploads: readonly UploadDelivery[], remote?: RemoteReceipt): Message {
  const destinations = uploads.map(locationUri);
  if (destinations.length > 0) return message('jobs.pdfUploaded', { destinations });
  if (remote === undefined) return message('jobs.pdfNotHere');
  const service = quote(remote.name);
  return remote.url === undefined
    ? message('jobs.pdfAtService', { service })
    : message('jobs.pdfAtServiceUrl', { service, url: remote.url });
}
