import { basename } from 'node:path';
import type { DeliveryReceipt } from '../../../shared/deliveries.js';
import type { RemoteReceipt } from '../../../shared/endpoints.js';
import { type AppErrorCode, type AppErrorData, publicError } from '../../../shared/errors.js';
import type { ConversionRequest } from '../../../shared/request/request.js';
import type { PdfFacts } from '../../jobs/job.js';

/** A PDF that was made, as its results tell of it. */
export interface MadePdf {
  /** What its source is called. */
  readonly label: string;
  /** Full path; null if it was not written to this computer. */
  readonly path: string | null;
  /** Null where they are not known any more, as it could be neither written nor kept. */
  readonly facts: PdfFacts | null;
  readonly compliance: ConversionRequest['compliance'];
}

/**
 * The result of a PDF on this computer: the interface's response (section 2.5) with the path in the
 * place of the address, and what else is known.
 */
export function savedJson({ label, facts, compliance }: MadePdf, path: string): string {
  return JSON.stringify({
    source: label,
    path,
    file: { name: basename(path), size: facts?.size },
    compliance: { hipaa: compliance?.hipaa ?? false, gdpr: compliance?.gdpr ?? false },
    pages: facts?.pages,
    preflight: facts?.preflight,
  });
}

/** The result of an upload: the interface's response (section 2.5), and what else is known. */
export function uploadedJson({ label, path, facts }: MadePdf, receipt: DeliveryReceipt): string {
  const { url, destination, file, compliance } = receipt;
  return JSON.stringify({
    source: label,
    ...(path !== null && { path }),
    url,
    destination,
    file,
    compliance: { hipaa: compliance.hipaa, gdpr: compliance.gdpr },
    pages: facts?.pages,
    preflight: facts?.preflight,
  });
}

/**
 * The result of a PDF that a service has made: the interface's response (section 2.5) as far as it
 * gave one, and what else is known.
 */
export function remoteJson(
  { label, path, facts, compliance }: MadePdf,
  receipt: RemoteReceipt,
): string {
  const { url, file, testMode, name } = receipt;
  const { hipaa, gdpr } = receipt.compliance ?? { hipaa: false, gdpr: false, ...compliance };
  return JSON.stringify({
    source: label,
    ...(path !== null && { path }),
    url,
    file: file ?? (path === null ? undefined : { name: basename(path), size: facts?.size }),
    compliance: { hipaa, gdpr },
    testMode,
    remote: name,
    notFetched: receipt.notFetched,
    pages: facts?.pages,
    preflight: facts?.preflight,
  });
}

const deliveryCodes: ReadonlySet<AppErrorCode> = new Set([
  'object-exists',
  'delivery-refused',
  'delivery-interrupted',
]);

/**
 * An error as it is read: all mistakes of a request, or one sentence that names what it is about.
 */
export function errorLines(label: string | null, error: AppErrorData): readonly string[] {
  const { code, message, fields } = publicError(error);
  const labelled = message.includes(label ?? '') ? message : `${label ?? ''}: ${message}`;
  if (code.startsWith('remote-')) {
    const others = fields?.filter((issue) => !message.includes(issue.message)) ?? [];
    return [labelled, ...others.map((issue) => `${issue.field}: ${issue.message}`)];
  }
  // The fields of a delivery's failure are those of a target in the settings.
  if (fields !== undefined && fields.length > 0 && !deliveryCodes.has(code)) {
    return fields.map((issue) => `${issue.field}: ${issue.message}`);
  }
  return [labelled];
}
