import fc from 'fast-check';
import { faultOf } from './check-answer.js';
import { type FuzzRequest, type FuzzedService, fuzzRequests } from './requests.js';
import type { Schema } from './schema-values.js';
import { FuzzSender } from './send.js';

/** How many requests are made up at once, and how many of them are under way at the same time. */
const groupSize = 128;
const together = 32;

export interface FuzzOptions {
  readonly address: string;
  /** The header `Authorization` that the service takes. */
  readonly authorization: string;
  /** How many requests to send, at least. */
  readonly requests: number;
  /** Tells how far it is. */
  readonly log?: (line: string) => void;
}

export interface FuzzReport {
  readonly sent: number;
  /** How often each status was answered; 0 stands for what is no HTTP and got no answer. */
  readonly statuses: ReadonlyMap<number, number>;
  /**
   * Resident memory of the service's own process in bytes: when it was warm, at its most
   * afterwards, and at the end.
   */
  readonly memory: { readonly warm: number; readonly most: number; readonly end: number };
}

/**
 * Sends requests made from the service's own OpenAPI document, most with mistakes, and looks at
 * each answer.
 * @throws Error with the request and the seed if an answer is not as it should be
 */
export async function fuzzService(options: FuzzOptions): Promise<FuzzReport> {
  const { address, requests: wanted, log } = options;
  const service = await readService(options);
  const sender = new FuzzSender(address);
  const statuses = new Map<number, number>();
  const memory: number[] = [];
  const every = Math.ceil(wanted / 20);
  let sent = 0;
  const tell = async (request: FuzzRequest) => {
    const answer = await sender.send(request).catch((cause: unknown) => {
      throw new Error(`No answer to ${shown(request)}`, { cause });
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
      const tellAll = async () => {
        for (const request of rest) await tell(request);
      };
      await Promise.all(Array.from({ length: together }, tellAll));
      if (sent < every * (memory.length + 1)) return;
      memory.push(await memoryOf(options));
      log?.(`${sent} requests, ${Math.round((memory.at(-1) ?? 0) / 2 ** 20)} MB`);
    });
    await fc.assert(property, {
      numRuns: Math.ceil(wanted / groupSize),
      // The error names the request: a smaller one would take long to find, among so many.
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

/** Figures of a run, for a person. */
export function reportLine({ sent, statuses, memory }: FuzzReport): string {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
  const mb = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`;
  return `${sent} requests; ${counts.join(', ')}; memory ${mb(memory.warm)} warm, ${mb(memory.most)} at most, ${mb(memory.end)} at the end`;
}

async function readService({ address, authorization }: FuzzOptions): Promise<FuzzedService> {
  const document = (await (await fetch(`${address}/v1/openapi.json`)).json()) as {
    readonly paths: Readonly<Record<string, Schema>>;
    readonly components: { readonly schemas: { readonly Request: Schema } };
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [path, method.toUpperCase()] as const),
  );
  return { schema: document.components.schemas.Request, operations, authorization };
}

/** A request that is HTTP has an answer. */
function silence(request: FuzzRequest): string | null {
  return request.isRaw ? null : 'No answer';
}

async function memoryOf({ address, authorization }: FuzzOptions): Promise<number> {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization } });
  const line = /^process_resident_memory_bytes (\S+)$/m.exec(await answer.text())?.[1];
  if (line === undefined) throw new Error('The metrics do not tell the memory of the process.');
  return Number(line);
}

function shown({ method, target, headers, body, isRaw }: FuzzRequest): string {
  const text = JSON.stringify({ method, target, headers, isRaw });
  return `${text.slice(0, 2_000)} ${JSON.stringify(body.toString().slice(0, 2_000))}`;
}
