import fc from 'fast-check';
import { type FuzzRequest, type FuzzedService, fuzzRequests } from './requests.js';
import type { Schema } from './schema-values.js';
import { FuzzSender, type FuzzAnswer } from './send.js';
import { z } from 'zod';

/** How many requests are generated together, at most. */
const maxGroupSize = 128;

/** How many of them are sent concurrently. */
const concurrency = 32;

/** The memory counts as warm after three groups, and is compared with that after a fourth. */
const minGroups = 4;

export interface FuzzOptions {
  readonly address: string;
  /** The `Authorization` header of the service. */
  readonly authorization: string;
  /** The minimum number of requests. */
  readonly requests: number;
  /** Reports progress. */
  readonly log?: (line: string) => void;
}

export interface FuzzReport {
  readonly sent: number;
  /** The number of responses by status; 0 is for invalid HTTP without a response. */
  readonly statuses: ReadonlyMap<number, number>;
  /**
   * Resident memory of the service process in bytes: after the warm-up, at its maximum since, and
   * at the end.
   */
  readonly memory: { readonly warm: number; readonly most: number; readonly end: number };
}

/**
 * Sends requests generated from the service's own OpenAPI document, most of them invalid, and
 * checks each response. @throws Error with the request and the seed if a response is wrong
 */
export async function fuzzService(options: FuzzOptions): Promise<FuzzReport> {
  const { address, requests: wanted, log } = options;
  const service = await readService(options);
  const sender = new FuzzSender(address);
  const statuses = new Map<number, number>();
  const memory: number[] = [];
  const every = Math.ceil(wanted / 20);
  const groupSize = Math.min(maxGroupSize, Math.ceil(wanted / minGroups));
  let sent = 0;
  const report = async (request: FuzzRequest) => {
    const answer = await sender.send(request).catch((cause: unknown) => {
      throw new Error(`No response to ${shown(request)}`, { cause });
    });
    sent += 1;
    const status = answer?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const fault = answer === null ? silence(request) : faultOf(request, answer);
    if (fault !== null) throw new Error(`${fault}\nto ${shown(request)}`);
  };
  try {
    const group = fc.tuple(...Array.from({ length: groupSize }, () => fuzzRequests(service)));
    const property = fc.asyncProperty(group, async (requests) => {
      const rest = requests.values();
      const reportAll = async () => {
        for (const request of rest) await report(request);
      };
      await Promise.all(Array.from({ length: concurrency }, reportAll));
      if (sent < every * (memory.length + 1)) return;
      memory.push(await memoryOf(options));
      log?.(`${sent} requests, ${Math.round((memory.at(-1) ?? 0) / 2 ** 20)} MB`);
    });
    await fc.assert(property, {
      numRuns: Math.ceil(wanted / groupSize),
      // The error contains the request; shrinking it would take long.
      endOnFailure: true,
      reporter: ({ failed, seed, errorInstance }) => {
        if (failed) throw new Error(`Found with the seed ${seed}`, { cause: errorInstance });
      },
    });
  } finally {
    sender.close();
  }
  const [, , warm = NaN, ...later] = memory;
  const end = await memoryOf(options);
  return { sent, statuses, memory: { warm, most: Math.max(...later, end), end } };
}

/** Returns the figures of a run as text. */
export function reportLine({ sent, statuses, memory }: FuzzReport): string {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
  const mb = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;
  return `${sent} requests; ${counts.join(', ')}; memory ${mb(memory.warm)} warm, ${mb(memory.most)} at most, ${mb(memory.end)} at the end`;
}

async function readService({ address, authorization }: FuzzOptions): Promise<FuzzedService> {
  const document = (await (await fetch(`${address}/v1/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, Schema>>;
    readonly components: { readonly schemas: { readonly PdfRequest: Schema } };
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [path, method.toUpperCase()] as const),
  );
  return { schema: document.components.schemas.PdfRequest, operations, authorization };
}

/** A request in valid HTTP has a response. */
function silence(request: FuzzRequest): string | null {
  return request.isRaw ? null : 'No response';
}

async function memoryOf({ address, authorization }: FuzzOptions): Promise<number> {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization } });
  const line = /^process_resident_memory_bytes (\S+)$/m.exec(await answer.text())?.[1];
  if (line === undefined) throw new Error('The metrics do not contain the memory of the process.');
  return Number(line);
}

function shown({ method, target, headers, body, isRaw }: FuzzRequest): string {
  const text = JSON.stringify({ method, target, headers, isRaw });
  return `${text.slice(0, 2_000)} ${JSON.stringify(body.toString().slice(0, 2_000))}`;
}

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

/** Server errors that the service may return: it stops, or the page timed out. */
const faults: ReadonlySet<number> = new Set([503, 504]);

/** Required headers of a response. */
const requiredHeaders: Readonly<Record<number, string>> = {
  202: 'location',
  401: 'www-authenticate',
  405: 'allow',
  429: 'retry-after',
  503: 'retry-after',
};

/** Returns the fault of a response; null if it has none. */
function faultOf({ method, target }: FuzzRequest, answer: FuzzAnswer): string | null {
  const { status, headers, body } = answer;
  if (status >= 500 && !faults.has(status)) return `It answered ${status}: ${body}`;
  const header = requiredHeaders[status];
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
  if (json === undefined) return `The body is not JSON: ${body.slice(0, 500)}`;
  const { error } = schema.safeParse(json);
  return error === undefined ? null : `${z.prettifyError(error)} in ${body.slice(0, 500)}`;
}

/** Returns a contradiction between the status and the code of an error. */
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
