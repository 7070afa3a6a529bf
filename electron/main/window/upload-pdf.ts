import { createReadStream } from 'node:fs';
import type { z } from 'zod';
import type { bridgeCalls } from '../../shared/bridge.js';
import { AppError } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { hasComplianceFlag } from '../../shared/request/fields.js';
import type { PlaceholderValues } from '../../shared/request/filename.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import { readFailure } from '../util/disk-path.js';
import { sizeOf } from '../engine/pdf/parts.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import type { Contents } from '../files/temporary-file.js';
import { placeholderValues } from '../files/plan-delivery.js';
import { isAbsence } from '../files/write-failure.js';
import type { UploadRequest } from '../../shared/output.js';
import { type Job, sourceForNames } from '../jobs/job.js';
import { type JobPdf, type WaitingPdfs, jobPdf } from '../jobs/job-pdf.js';
import type { JobQueue } from '../jobs/job-queue.js';
import { UploadPlaces, checkPlaces } from '../jobs/upload-places.js';
import type { DeliverySink } from '../outbox/delivery-sink.js';
import type { ArtifactStore, PrivatePreviews } from './artifact-store.js';
import type { LeavingPdfs } from './leaving-pdfs.js';
import { jobOf, pdfName } from './job-handlers.js';

export interface UploadParts {
  readonly outbox: DeliverySink & WaitingPdfs;
  readonly artifacts: ArtifactStore;
  readonly leaving: Pick<LeavingPdfs, 'encrypted'>;
  readonly previews: PrivatePreviews;
  readonly queue: JobQueue;
  readonly spool: PdfSpool;
}

type UploadInput = z.output<(typeof bridgeCalls)['deliveries:upload']['input']>;

type PreviewInput = Extract<UploadInput['pdf'], { kind: 'artifact' }>;

interface ExistingPdf {
  readonly contents: Contents;
  readonly name: string;
  readonly size: number;
  /** Values of the placeholders in its destinations. */
  readonly values: PlaceholderValues;
  readonly job: string | null;
  /** Whether it is a part of a divided PDF, which is uploaded under its own name. */
  readonly isPart?: true;
  readonly compliance: ConversionRequest['compliance'];
}

/**
 * Starts to upload a preview or the PDF of a job, and returns the ids of the uploads.
 * @throws AppError `refused` or `source-unreadable` if the PDF does not exist, `invalid-request`
 * for a destination that no bucket accepts, `write-failed`
 */
export async function uploadPdf(
  { pdf, uploads: requests, compliance }: UploadInput,
  parts: UploadParts,
): Promise<readonly string[]> {
  const all = pdf.kind === 'job' ? await ofJob(pdf.id, parts) : [await ofPreview(pdf, parts)];
  const flags = {
    gdpr: [compliance, all[0]?.compliance].some((each) => each?.gdpr === true),
    hipaa: [compliance, all[0]?.compliance].some((each) => each?.hipaa === true),
  };
  const names = new UploadPlaces();
  const placed = all.map((each, index) => {
    const owner = `${pdf.id} ${index}`;
    const own = each.isPart ? requests.map((request) => withName(request, each.name)) : requests;
    const uploads = names.of({ owner, batch: '', requests: own }, each.values);
    checkPlaces(uploads);
    return { ...each, uploads };
  });
  const ids: string[] = [];
  for (const { job, contents, name, size, uploads } of placed) {
    const input = { job, compliance: flags, pdf: { contents, name, size }, uploads };
    ids.push(...(await parts.outbox.stage(input)));
  }
  if (pdf.kind === 'artifact') {
    if (hasComplianceFlag(flags)) parts.previews.expect(pdf.id, ids);
    else await parts.artifacts.keepSaved(pdf.id);
  }
  // No job refers to these uploads: if they were still staged, the next start would delete them.
  await parts.outbox.release(ids);
  return ids;
}

async function ofPreview(
  { id, security }: PreviewInput,
  { artifacts, leaving }: UploadParts,
): Promise<ExistingPdf> {
  const preview = artifacts.get(id);
  const { title, suggestedName, sourceName } = preview;
  const encrypted = await leaving.encrypted(id, security);
  const contents = encrypted ?? pdfBytes(preview.path);
  const size = encrypted === null ? preview.size : sizeOf(encrypted);
  const values = { name: sourceName, title, date: new Date(), n: 1, of: 1 };
  return { contents, name: suggestedName, size, values, job: null, compliance: undefined };
}

/** All of its parts if it was divided. */
async function ofJob(
  id: string,
  { queue, spool, outbox }: UploadParts,
): Promise<readonly ExistingPdf[]> {
  const job = jobOf(queue, id);
  const parts = job.state.split?.parts;
  if (parts === undefined) return [existingPdf(job, await jobPdf(job, spool, outbox))];
  const all: ExistingPdf[] = [];
  for (const [index, { state }] of parts.entries()) {
    if (state === 'skipped') continue;
    const pdf = await jobPdf(job, spool, outbox, index);
    all.push({ ...existingPdf(job, pdf), name: pdfName(job, index), isPart: true });
  }
  return all;
}

function withName(request: UploadRequest, name: string): UploadRequest {
  const folder = request.destination.slice(0, request.destination.lastIndexOf('/') + 1);
  return { ...request, destination: `${folder}${name}` };
}

function existingPdf(job: Readonly<Job>, { path, facts }: JobPdf): ExistingPdf {
  const { number, of, added, options } = job;
  const naming = { source: sourceForNames(job.source), date: new Date(added), number, of };
  return {
    contents: pdfBytes(path),
    name: pdfName(job),
    size: facts.size,
    values: placeholderValues(naming, facts.title),
    job: job.id,
    compliance: options.request.compliance,
  };
}

/**
 * Reads a PDF. The file is opened when the bytes are requested: an error of a stream that is never
 * read would be unhandled, and end Platen.
 * @throws AppError `source-unreadable`
 */
export async function* pdfBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    // A stream without an encoding yields bytes, which its type does not express.
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (thrown) {
    const text = isAbsence(thrown)
      ? message('desktop.fileNotFound', { path })
      : readFailure(path, thrown);
    throw new AppError('source-unreadable', text, undefined, { cause: thrown });
  }
}
