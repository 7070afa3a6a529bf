import { posix } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { pdfPath } from '../../../shared/endpoints.js';
import type { ServiceError, ServiceResponse, TaskState } from '../store/service-store.js';
import type { TaskEnd } from '../tasks/tasks.js';
import { type FileParts, disposition, sendStored } from './send-file.js';

/** How an answer is wanted. */
export interface ResponseOptions {
  readonly wantsPdf: boolean;
  /** The service's base address as the client knows it. */
  readonly base: string;
  /** Where the PDF may lie that has been made before. */
  readonly files: FileParts;
}

/**
 * Tells how a request ended: the response of the interface's section 2.5, the PDF itself where that is wanted, or the error. A PDF that has gone into a bucket is at hand
 * for the answer to the request that made it alone: later ones tell where it is.
 * @throws Problem 410 where the PDF is wanted and its time is over
 */
export async function sendEnd(
  reply: FastifyReply,
  { outcome, parts }: TaskEnd,
  { wantsPdf, base, files }: ResponseOptions,
): Promise<void> {
  if (outcome.kind === 'failed') {
    await reply.code(outcome.status).send({ error: ordered(outcome.error) });
    return;
  }
  const { path } = outcome.response;
  const response = addressed(outcome.response, base);
  if (wantsPdf && parts !== undefined) await sendMade(reply, response, parts);
  else if (wantsPdf && path !== undefined) {
    await sendStored(reply, files, { file: posix.basename(path), url: response.url });
  } else await reply.send(response);
}

async function sendMade(
  reply: FastifyReply,
  { url, file }: ServiceResponse,
  parts: readonly Buffer[],
): Promise<void> {
  await reply
    .type('application/pdf')
    .headers({
      'content-length': String(file.size),
      'content-disposition': disposition(file.name),
      'content-location': url,
    })
    .send(Readable.from(parts));
}

/**
 * Tells that a request will be carried out, and where to ask for it (RFC 7240, section 4.1): at the host that was asked, which is the one that may have the key, below the
 * path of the service's base address.
 */
export async function sendAccepted(
  reply: FastifyReply,
  task: string,
  base: string,
  status: TaskState['status'] = 'queued',
): Promise<void> {
  await reply
    .code(202)
    .headers({
      location: `${new URL(base).pathname.replace(/\/$/, '')}${pdfPath}/${task}`,
      'retry-after': '1',
    })
    .send({ task, status });
}

/**
 * The response as it is written, in one order of its fields, as the database does not keep the order. The address of a PDF in the service's own storage begins as the
 * client itself has asked, by now.
 */
function addressed(
  { url, path, file, compliance }: ServiceResponse,
  base: string,
): ServiceResponse {
  const { hipaa, gdpr } = compliance;
  return {
    url: path === undefined ? url : `${base}${path}`,
    file: { name: file.name, size: file.size },
    compliance: { hipaa, gdpr },
  };
}

function ordered({ code, message, fields }: ServiceError): ServiceError {
  return {
    code,
    message,
    fields: fields.map(({ field, message: sentence }) => ({ field, message: sentence })),
  };
}
