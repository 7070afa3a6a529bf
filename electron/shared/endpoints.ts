import { z } from 'zod';
import { type Message, message, messageSchema } from './messages/message.js';
import { unknownTitleIssue, storageSchema } from './request/storage.js';
import { complianceSchema } from './request/fields.js';
import { parseBaseUrl } from './request/url.js';
import { addIssue, labeledText } from './request/validation.js';
import { quote, wrongTypeSentence } from './request/text.js';

/** Where a request goes below the base address (the interface, section 4.1). */
export const pdfPath = '/v1/pdf';

/**
 * How Platen says who it is (the interface, section 5): an API key with an empty password, or a
 * user and a password. Both secrets are kept apart.
 */
const endpointLoginSchema = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('key') }),
    /**
     * For a service that asks for none: no Authorization header is sent, which the interface wants
     * on every request, so that a person has to choose it.
     */
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({
      kind: z.literal('user'),
      user: labeledText('The user name', 'text such as "reports"', userIssue),
    }),
  ],
  { error: ({ input }) => loginSentence(input) },
);

/** A service that implements the API. Its key or password is stored apart: see secrets.ts. */
export const remoteEndpointSchema = z.strictObject({
  id: labeledText('The id', 'text such as "office"', idIssue),
  name: labeledText('The name', 'text such as "office"', nameIssue),
  /** The interface's {base_url}, without `/v1/pdf` and without a slash at its end. */
  address: labeledText('The address', 'an http or https address', addressIssue),
  login: endpointLoginSchema,
  /** Whether requests are sent in test mode: they cost nothing, and the PDF carries a watermark. */
  testMode: z.boolean().default(false),
  /** The storage of requests that name none; null: it is left out, and the service decides. */
  storage: storageSchema.superRefine(checkTitle).nullable().default(null),
  /** Full path of a PEM file with certificates to trust beside the usual ones. */
  caFile: z.string().min(1).nullable().default(null),
  /** How long Platen waits for the PDF of one request, in seconds. */
  timeoutSeconds: z
    .number({ error: ({ input }) => timeoutSentence(input) })
    .refine(isTimeout, { error: ({ input }) => timeoutSentence(input) })
    .default(300),
});
export type RemoteEndpoint = Readonly<z.infer<typeof remoteEndpointSchema>>;

/**
 * What proves that a service has made a PDF: the response of the interface's section 2.5, as far as
 * it gave one, and where and when.
 */
export const remoteReceiptSchema = z.object({
  /** Id of the endpoint. */
  endpoint: z.string(),
  /** What the endpoint is called. */
  name: z.string(),
  /** Where the service says that the PDF is. */
  url: z.string().optional(),
  file: z.object({ name: z.string(), size: z.number().int() }).optional(),
  compliance: complianceSchema.optional(),
  testMode: z.boolean(),
  /** In milliseconds since the epoch. */
  answeredAt: z.number(),
  /** Why the PDF was not downloaded; absent if it was. Text in files of versions before 6. */
  notFetched: messageSchema.optional(),
});
export type RemoteReceipt = Readonly<z.infer<typeof remoteReceiptSchema>>;

function checkTitle(storage: z.infer<typeof storageSchema>, context: z.RefinementCtx): void {
  if (storage.provider !== 'object_store') return;
  const issue = unknownTitleIssue(storage.bucketDestination);
  if (issue !== null) addIssue(context, issue, ['bucketDestination']);
}

function loginSentence(input: unknown): string {
  const kinds = '"key", "user" or "none"';
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return wrongTypeSentence('The login', input, `an object with the kind ${kinds}`);
  }
  return wrongTypeSentence('The kind of login', 'kind' in input ? input.kind : undefined, kinds);
}

function isTimeout(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= 10 && seconds <= 3600;
}

function timeoutSentence(input: unknown): string {
  const rule = 'a whole number of seconds from 10 to 3600, such as 300';
  return wrongTypeSentence('The timeout', input, rule);
}

function idIssue(text: string): string | null {
  if (text === '') return 'The id is empty; write one such as office.';
  return text.length > 64 ? 'The id is longer than 64 characters; write a shorter one.' : null;
}

function nameIssue(text: string): string | null {
  if (text.trim() === '') return 'The name is empty; write one such as office.';
  return text.length > 60 ? 'The name is longer than 60 characters; write a shorter one.' : null;
}

function userIssue(text: string): string | null {
  if (text === '') return 'The user name is empty; write the one that the service knows.';
  // RFC 7617, section 2: what is before the first colon is the name.
  return text.includes(':')
    ? 'The user name has a colon, which the Authorization header cannot carry; write one without.'
    : null;
}

function addressIssue(text: string): Message | string | null {
  const parsed = parseBaseUrl(text, 'URL', message('request.serviceUrlLogin'));
  if (!parsed.ok) return parsed.message;
  const { pathname } = new URL(parsed.value);
  if (!pathname.replace(/\/+$/, '').endsWith(pdfPath)) return null;
  return `The address ${quote(text)} ends in ${pdfPath}, which Platen adds itself; leave it out.`;
}
