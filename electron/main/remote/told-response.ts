import { complianceSchema } from '../../shared/request/fields.js';
import type { RemoteReceipt } from '../../shared/endpoints.js';
import { shownText } from './hidden-secrets.js';
import { isRecord } from './json.js';
import type { RemoteCall } from './remote-call.js';

/** What a service has told of a PDF (the interface, section 2.5), as far as it can be understood. */
export interface ServiceResponseDetails {
  /** Where the PDF is. */
  readonly url?: URL;
  /** What is named as its address and cannot be used, as it may be shown. */
  readonly uselessAddress?: string;
  readonly file?: NonNullable<RemoteReceipt['file']>;
  readonly compliance?: NonNullable<RemoteReceipt['compliance']>;
}

/** Reads a response. What is missing or malformed is left out: the PDF has been made all the same. @param base of an address that is relative */
export function readServiceResponse(
  json: Readonly<Record<string, unknown>>,
  base: URL,
  call: Pick<RemoteCall, 'endpoint' | 'secret'>,
): ServiceResponseDetails {
  const { file } = json;
  const compliance = complianceSchema.safeParse(json['compliance']);
  return {
    ...displayUrl(json['url'], base, call),
    ...(isRecord(file) && fileOf(file, call)),
    ...(compliance.success && { compliance: compliance.data }),
  };
}

/** Where a PDF is, as a service names it. */
export function displayUrl(
  value: unknown,
  base: URL,
  call: Pick<RemoteCall, 'endpoint' | 'secret'>,
): Pick<ServiceResponseDetails, 'url' | 'uselessAddress'> {
  const url = addressIn(value, base);
  if (url !== null) return { url };
  if (value === undefined || value === null) return {};
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.trim() === '' ? {} : { uselessAddress: shownText(text, call) };
}

/** An http or https address; null if it is none. */
export function addressIn(value: unknown, base: URL): URL | null {
  if (typeof value !== 'string' || value.trim() === '' || !URL.canParse(value, base)) return null;
  const url = new URL(value, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
}

function fileOf(
  { name, size }: Readonly<Record<string, unknown>>,
  call: Pick<RemoteCall, 'endpoint' | 'secret'>,
): Pick<ServiceResponseDetails, 'file'> {
  if (typeof name !== 'string' || typeof size !== 'number' || !Number.isSafeInteger(size))
    return {};
  return { file: { name: shownText(name, call), size } };
}
