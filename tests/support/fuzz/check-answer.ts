import { z } from 'zod';
import type { FuzzRequest } from './requests.js';
import type { FuzzAnswer } from './send.js';

const errorBody = z.strictObject({
  error: z.strictObject({
    code: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
    message: z.string().min(1).max(100_000),
    fields: z.array(z.strictObject({ field: z.string(), message: z.string().min(1) })),
  }),
});

const madeBody = z.strictObject({
  url: z.string().regex(/\/v1\/files\/[\w-]{43}\.pdf$/),
  file: z.strictObject({ name: z.string().regex(/^[\w.-]+\.pdf$/), size: z.int().positive() }),
  compliance: z.strictObject({ hipaa: z.boolean(), gdpr: z.boolean() }),
});

const taskBody = z.strictObject({ task: z.uuid(), status: z.enum(['queued', 'running']) });

/** Faults that the service may answer with: it stops, or the page took too long. */
const faults: ReadonlySet<number> = new Set([503, 504]);

/** Headers that an answer has to bring. */
const owed: Readonly<Record<number, string>> = {
  202: 'location',
  401: 'www-authenticate',
  405: 'allow',
  429: 'retry-after',
  503: 'retry-after',
};

/** What is wrong with an answer; null if nothing is. */
export function faultOf({ method, target }: FuzzRequest, answer: FuzzAnswer): string | null {
  const { status, headers, body } = answer;
  if (status >= 500 && !faults.has(status)) return `It answered ${status}: ${body}`;
  const header = owed[status];
  if (header !== undefined && headers[header] === undefined) return `${status} without ${header}`;
  if (method === 'HEAD') return body === '' ? null : 'An answer to HEAD with a body';
  const type = headers['content-type'] ?? '';
  if (status >= 400) return misfit(errorBody, type, body) ?? contradiction(status, body);
  if (status === 202) return misfit(taskBody, type, body);
  if (method === 'POST' && target.startsWith('/v1/pdf')) {
    if (type !== 'application/pdf') return misfit(madeBody, type, body);
    return body.startsWith('%PDF-') ? null : 'A PDF that is none';
  }
  return null;
}

function misfit(schema: z.ZodType, type: string, body: string): string | null {
  if (!type.startsWith('application/json')) return `The body is of the type ${type}: ${body}`;
  const json = jsonOf(body);
  if (json === undefined) return `The body is no JSON: ${body.slice(0, 500)}`;
  const { error } = schema.safeParse(json);
  return error === undefined ? null : `${z.prettifyError(error)} in ${body.slice(0, 500)}`;
}

/** An error that says one thing by its status and another by its code. */
function contradiction(status: number, body: string): string | null {
  const isInternal = body.includes('"code":"internal"');
  return isInternal ? `${status} for a fault of the service's own: ${body}` : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'latin1').toString('utf8'));
  } catch {
    return undefined;
  }
}
