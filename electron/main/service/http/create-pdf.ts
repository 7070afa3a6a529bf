import { createHash } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type FieldIssue } from '../../../shared/errors.js';
import type { ConversionRequest } from '../../../shared/request/request.js';
import { issuesSentence } from '../../../shared/request/validation.js';
import { hasPlaceholder } from '../../../shared/request/filename.js';
import { type WireRequest, requestFromWire } from '../../../shared/request/wire.js';
import { quote } from '../../../shared/request/text.js';
import { webhookIssues } from '../private-webhooks.js';
import { type ServiceOptions, waitingBytes } from '../service-options.js';
import type { Account, Admission, TaskSubmission, ServiceStore } from '../store/service-store.js';
import type { ResultsFolder } from '../tasks/results-folder.js';
import type { TaskEnd, Tasks } from '../tasks/tasks.js';
import { workIdOf } from '../tasks/work-id.js';
import type { QueuePlace, WorkQueue } from '../tasks/work-queue.js';
import { sendAccepted, sendEnd } from './answers.js';
import type { AccountRates } from './account-rates.js';
import { canonicalJson } from './canonical-json.js';
import { admittedBy, withDatabase } from './from-database.js';
import { Problem, queueFull } from './problem.js';
import { type HeaderOptions, readHeaders } from './request-headers.js';

/** How often it is asked how a request with the same key goes on, in milliseconds: at first, and at most. */
const firstAskMs = 50;
const lastAskMs = 1000;

export interface CreateParts {
  readonly store: ServiceStore;
  readonly queue: WorkQueue;
  readonly tasks: Tasks;
  readonly results: ResultsFolder;
  readonly rates: AccountRates;
  readonly options: Pick<ServiceOptions, 'privateHosts' | 'queue'>;
}

/** A request for a PDF that is as it should be. */
interface Wish {
  readonly request: ConversionRequest;
  readonly wire: WireRequest;
  readonly headers: HeaderOptions;
  readonly idempotency: TaskSubmission['idempotency'];
}

/** Who asks, and how. */
export interface Client {
  readonly account: Account;
  /** The service's base address as the client knows it. */
  readonly base: string;
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal;
}

/** Answers `POST /v1/pdf` (the interface, section 4.1). */
export async function createPdf(
  { body, raw }: FastifyRequest,
  reply: FastifyReply,
  parts: CreateParts,
  client: Client,
): Promise<void> {
  const { account, base } = client;
  parts.rates.take(account);
  const wish = readWish(body, readHeaders(raw), parts.options.privateHosts);
  const { headers } = wish;
  for (;;) {
    const place = headers.isAsynchronous ? null : placeIn(parts.queue);
    try {
      const admission = await admit(parts, client, wish);
      const end = await endOf(admission, { parts, client, wish, place });
      if (end === 'given-back') continue;
      if (end === 'asynchronous') {
        reply.header('preference-applied', 'respond-async');
        await sendAccepted(reply, admission.task, base);
      } else await sendEnd(reply, end, { wantsPdf: headers.wantsPdf, base, files: parts });
      return;
    } finally {
      place?.leave();
    }
  }
}

function placeIn(queue: WorkQueue): QueuePlace {
  const place = queue.enter();
  if (place !== null) return place;
  throw queueFull(queue.retrySeconds);
}

/** @throws Problem 400 with all mistakes together */
function readWish(body: unknown, headers: HeaderOptions, privateHosts: readonly string[]): Wish {
  const { request, issues: bodyIssues } = readBody(body, privateHosts);
  const issues = [...headers.issues, ...bodyIssues];
  if (request !== null && issues.length === 0) {
    // What passes the check of all fields is of that form.
    const wire = body as WireRequest;
    return { request, wire, headers, idempotency: idempotencyOf(wire, headers) };
  }
  throw new Problem(400, 'invalid-request', issuesSentence(issues), { fields: issues });
}

function readBody(
  body: unknown,
  privateHosts: readonly string[],
): {
  readonly request: ConversionRequest | null;
  readonly issues: readonly FieldIssue[];
} {
  try {
    const request = requestFromWire(body);
    const ofWebhook = webhookIssues(request.webhook, privateHosts);
    return { request, issues: [...destinationIssues(request), ...ofWebhook] };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { request: null, issues: thrown.fields ?? [] };
  }
}

/** The interface knows no placeholders (section 2.4). */
function destinationIssues({ storage }: ConversionRequest): readonly FieldIssue[] {
  if (storage?.provider !== 'object_store' || !hasPlaceholder(storage.bucketDestination)) return [];
  const message = `The bucket destination ${quote(storage.bucketDestination)} holds a placeholder; write the whole path, such as s3://my-bucket/reports/invoice.pdf.`;
  return [{ field: 'storage.bucket_destination', message }];
}

type Granted = Exclude<Admission, { kind: 'no-credits' | 'queue-full' | 'key-reused' }>;

async function admit(
  { store, queue, options }: CreateParts,
  { account, base }: Client,
  wish: Wish,
): Promise<Granted> {
  const { wire, headers, idempotency } = wish;
  const { testMode, isAsynchronous } = headers;
  const application = {
    account: account.id,
    request: wire,
    testMode,
    base,
    isAsynchronous,
    ...(idempotency && { idempotency }),
  };
  // Each waits for a moment, also where none is to wait for long.
  const room = { tasks: Math.max(1, options.queue), bytes: waitingBytes };
  const hasKey = idempotency !== undefined;
  const admission = await admittedBy(store.admit(application, room), { isAsynchronous, hasKey });
  if (admission.kind === 'queue-full') throw queueFull(queue.retrySeconds);
  if (admission.kind === 'no-credits') throw noCredits(account);
  if (admission.kind === 'key-reused') throw keyReused();
  return admission;
}

interface Admitted {
  readonly parts: CreateParts;
  readonly client: Client;
  readonly wish: Wish;
  /** Where it is carried out at once. */
  readonly place: QueuePlace | null;
}

/** How a request ends that is carried out now, or that another one with its key has brought to an end; or that it is asked for later, or made anew. */
async function endOf(
  admission: Granted,
  { parts, client, wish, place }: Admitted,
): Promise<TaskEnd | 'asynchronous' | 'given-back'> {
  const { request, headers, idempotency } = wish;
  const account = client.account.id;
  if (admission.kind === 'answered') return { outcome: admission.outcome };
  if (admission.kind === 'under-way') {
    if (headers.isAsynchronous && admission.isAsynchronous) return 'asynchronous';
    place?.leave();
    return endOfOther(parts.store, admission.task, client);
  }
  if (place === null) return 'asynchronous';
  const pdf = {
    request,
    testMode: headers.testMode,
    base: client.base,
    account,
    workId: workIdOf(admission.task, account, idempotency),
  };
  return parts.tasks.execute(admission.task, pdf, place, client.gone);
}

/** Waits for the end of a request that another connection, or another server, brings about. */
async function endOfOther(
  store: ServiceStore,
  task: string,
  { account, gone }: Client,
): Promise<TaskEnd | 'given-back'> {
  for (let delay = firstAskMs; ; delay = Math.min(lastAskMs, delay * 2)) {
    await after(delay, undefined, { signal: gone });
    const state = await withDatabase(store.stateOf(task, account.id));
    if (state === null) return 'given-back';
    if (state.outcome !== undefined) return { outcome: state.outcome };
  }
}

function idempotencyOf(
  wire: WireRequest,
  { idempotencyKey: key, testMode }: HeaderOptions,
): TaskSubmission['idempotency'] {
  if (key === null) return undefined;
  const digest = createHash('sha256').update(canonicalJson({ wire, testMode })).digest('base64url');
  return { key, digest };
}

function noCredits({ name }: Account): Problem {
  return new Problem(
    402,
    'no-credits',
    `The account ${quote(name)} has no credits left; have some added, or send svc-test-mode: true.`,
  );
}

function keyReused(): Problem {
  const message =
    'The Idempotency-Key was used with another request; write another one for each request, and the same only to repeat it.';
  return new Problem(422, 'idempotency-key-reused', message, {
    fields: [{ field: 'Idempotency-Key', message }],
  });
}
