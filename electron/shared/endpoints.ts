import { z } from 'zod';
import { type Message, message, messageSchema } from './messages/message.js';
import { unknownTitleIssue, storageSchema } from './request/storage.js';
import { complianceSchema } from './request/fields.js';
import { parseBaseUrl } from './request/url.js';
import { addIssue, checkedText, error, nameField } from './request/validation.js';
import { excerpt, valueMessage } from './request/text.js';

/** Path of the endpoint below the base URL (the API, section 4.1). */
export const pdfPath = '/v1/pdf';

/**
 * Authentication at a service (the API, section 5): an API key with an empty password, or a user
 * name and password. Keys and passwords are stored separately.
 */
const endpointLoginSchema = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('key') }),
    /**
     * Sends no Authorization header. The API requires one on every request, so this is an explicit
     * choice.
     */
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({
      kind: z.literal('user'),
      user: checkedText(
        (input) => message('services.userType', { value: valueMessage(input) }),
        userIssue,
      ),
    }),
  ],
  { error: error(loginTypeIssue) },
);

/** A service that implements the API. Its key or password is in secret-store.ts. */
export const remoteEndpointSchema = z.strictObject({
  id: checkedText((input) => message('services.idType', { value: valueMessage(input) }), idIssue),
  name: nameField(message('services.namePlaceholder')),
  /** The API's {base_url}, without `/v1/pdf`. */
  address: checkedText(
    (input) => message('services.urlType', { value: valueMessage(input) }),
    addressIssue,
  ),
  login: endpointLoginSchema,
  /** Whether requests are sent in test mode: PDFs are free and watermarked. */
  testMode: z.boolean().default(false),
  /** The default storage of requests; null: the service's own default. */
  storage: storageSchema.superRefine(checkTitle).nullable().default(null),
  /** Full path of a PEM file with additional certificates to trust. */
  caFile: z.string().min(1).nullable().default(null),
  /** Timeout of one request, in seconds. */
  timeoutSeconds: z
    .number({ error: error(timeoutIssue) })
    .refine(isTimeout, { error: error(timeoutIssue) })
    .default(300),
});
export type RemoteEndpoint = Readonly<z.infer<typeof remoteEndpointSchema>>;

/**
 * Proof that a service has created a PDF: its response (the API, section 2.5), as far as it was
 * complete, and where and when.
 */
export const remoteReceiptSchema = z.object({
  /** Id of the endpoint. */
  endpoint: z.string(),
  /** Name of the endpoint. */
  name: z.string(),
  /** URL of the PDF, according to the service. */
  url: z.string().optional(),
  file: z.object({ name: z.string(), size: z.number().int() }).optional(),
  compliance: complianceSchema.optional(),
  testMode: z.boolean(),
  /** In milliseconds since the epoch. */
  answeredAt: z.number(),
  /** Why the PDF was not downloaded; absent if it was. */
  notFetched: messageSchema.optional(),
});
export type RemoteReceipt = Readonly<z.infer<typeof remoteReceiptSchema>>;

function checkTitle(storage: z.infer<typeof storageSchema>, context: z.RefinementCtx): void {
  if (storage.provider !== 'object_store') return;
  const issue = unknownTitleIssue(storage.bucketDestination);
  if (issue !== null) addIssue(context, issue, ['bucketDestination']);
}

function loginTypeIssue(input: unknown): Message {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return message('services.loginType', { value: valueMessage(input) });
  }
  const kind = 'kind' in input ? input.kind : undefined;
  return message('services.loginKind', { value: valueMessage(kind) });
}

function isTimeout(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= 10 && seconds <= 3600;
}

function timeoutIssue(input: unknown): Message {
  return message('services.timeoutRange', { value: valueMessage(input) });
}

const maxIdLength = 64;

function idIssue(id: string): Message | null {
  if (id === '') return message('services.idEmpty');
  return id.length > maxIdLength ? message('services.idTooLong', { max: maxIdLength }) : null;
}

function userIssue(user: string): Message | null {
  if (user === '') return message('services.userEmpty');
  // RFC 7617, section 2: the first colon ends the user name.
  return user.includes(':') ? message('services.userColon') : null;
}

function addressIssue(text: string): Message | null {
  const parsed = parseBaseUrl(text, message('services.url'), message('request.serviceUrlLogin'));
  if (!parsed.ok) return parsed.message;
  const { pathname } = new URL(parsed.value);
  if (!pathname.replace(/\/+$/, '').endsWith(pdfPath)) return null;
  return message('services.urlWithPath', { url: excerpt(text), path: pdfPath });
}
