import { unsupportedByApi } from './beyond-interface.js';
import {
  type ConversionRequest,
  optionIssues,
  parseConversionRequest,
} from './conversion-request.js';
import { encryptionIssues } from './encryption.js';
import { invalidRequest } from './field-issues.js';
import { type ConversionSource, sourceRule } from './source.js';
import { wireContents, wireVocabulary } from './wire-fields.js';
import { wrongTypeSentence } from './wording.js';

/** The interface's request body (sections 2.1 to 2.4), in its own names. */
export interface WireRequest {
  readonly source: string;
  readonly compliance?: { readonly gdpr: boolean; readonly hipaa: boolean };
  readonly disable_javascript?: boolean;
  readonly filename?: string;
  readonly format?: string;
  readonly margin?: Readonly<Partial<Record<'top' | 'right' | 'bottom' | 'left', string>>>;
  readonly pages?: string;
  readonly storage?:
    | { readonly provider: 'service'; readonly filename?: string }
    | { readonly provider: 'object_store'; readonly bucket_destination: string };
  readonly webhook?: string;
  readonly zoom?: number;
}

/**
 * Reads the interface's request body (sections 2.1 to 2.4).
 * @throws AppError `invalid-request` with all mistakes together, fields named as on the wire (`storage.bucket_destination`)
 */
export function requestFromWire(json: unknown): ConversionRequest {
  const { options, source, unknown } = wireContents(json);
  const compliance = options['compliance'];
  const sourceIssue = source === undefined ? missingSource : source.ok ? null : source.message;
  const issues = [
    ...(sourceIssue === null ? [] : [{ field: 'source', message: sourceIssue }]),
    ...(source?.ok ? encryptionIssues({ source: source.value, compliance }) : []),
    ...optionIssues(options, wireVocabulary),
    ...unknown,
  ];
  if (issues.length > 0 || !source?.ok) throw invalidRequest(issues);
  return parseConversionRequest({ ...options, source: source.value });
}

const missingSource = wrongTypeSentence('The source', undefined, sourceRule);

/**
 * Writes a request as the interface's body, with only what was set.
 * @throws AppError `invalid-request` that names each option that the interface does not know
 */
export function requestToWire(request: ConversionRequest): WireRequest {
  const issues = unsupportedByApi(request);
  if (issues.length > 0) throw invalidRequest(issues);

  const { compliance, disableJavascript, filename, format, margin, pages, webhook, zoom } = request;
  return {
    source: sourceText(request.source),
    ...(compliance && { compliance }),
    ...(disableJavascript && { disable_javascript: true }),
    ...(filename !== undefined && { filename }),
    ...(format !== undefined && { format }),
    ...(margin && { margin: definedSides(margin) }),
    ...(pages !== undefined && { pages }),
    ...(request.storage && { storage: wireStorage(request.storage) }),
    ...(webhook !== undefined && { webhook }),
    ...(zoom !== undefined && { zoom }),
  };
}

function wireStorage(storage: NonNullable<ConversionRequest['storage']>) {
  if (storage.provider === 'object_store') {
    return { provider: storage.provider, bucket_destination: storage.bucketDestination };
  }
  const { provider, filename } = storage;
  return { provider, ...(filename !== undefined && { filename }) };
}

function definedSides({ top, right, bottom, left }: NonNullable<ConversionRequest['margin']>) {
  return {
    ...(top !== undefined && { top }),
    ...(right !== undefined && { right }),
    ...(bottom !== undefined && { bottom }),
    ...(left !== undefined && { left }),
  };
}

function sourceText(source: ConversionSource): string {
  if (source.kind === 'html') return source.html;
  if (source.kind === 'url') return source.url;
  throw new Error('A file has no wire form.');
}
