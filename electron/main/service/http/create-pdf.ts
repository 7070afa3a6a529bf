import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type FieldIssue } from '../../../shared/messages/errors.js';
import type { ConversionRequest } from '../../../shared/request/request.js';
import { invalidRequest, isRecord } from '../../../shared/request/validation.js';
import { hasDestinationPlaceholder, s3Uri } from '../../../shared/request/storage.js';
import { type WireRequest, requestFromWire } from '../../../shared/request/wire.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { excerpt } from '../../../shared/request/text.js';
import { sleep } from '../../util/async.js';
import { placeOf } from '../tasks/bucket-storage.js';
import { webhookIssues } from '../tasks/webhooks.js';
import { type ServiceOptions, waitingBytes } from '../contract/service-options.js';
import type {
  Account,
  Admission,
  AuthorizedAccount,
  TaskSubmission,
  ServiceStore,
} from '../store/service-store.js';
import type { UnpaidWork } from '../tasks/unpaid-work.js';
import type { ResultsStorage } from '../store/results.js';
import { type TaskEnd, type TaskRunner, workIdOf } from '../tasks/task-runner.js';
import type { QueuePlace, WorkQueue } from '../tasks/work-queue.js';
import type { PdfRequest } from '../tasks/pdf-producer.js';
import { requestFields } from './request-log.js';
import { sendAccepted, sendEnd } from './responses.js';
import type { RequestRates } from './authenticator.js';
import { admissionFrom, endFrom, withDatabase, Problem, queueFull, retryAfter } from './problem.js';
import { type HeaderOptions, readHeaders } from './request-headers.js';

/** How often the first request with the same key is polled: at the start, and at most. */
const firstPollMs = 50;
const maxPollMs = 1000;

/** An extension of the API: the ID of the request, as in webhooks, the log and a `Location`. */
const taskHeader = 'platen-task';

export interface CreateParts {
  readonly store: ServiceStore;
  readonly queue: WorkQueue;
  readonly tasks: TaskRunner;
  readonly results: ResultsStorage;
  readonly rates: RequestRates;
  readonly unpaid: UnpaidWork;
  readonly options: Pick<ServiceOptions, 'isStrict' | 'privateHosts' | 'queue' | 'timeoutSeconds'>;
  /** Whether the response is the PDF, whatever the headers say. */
  readonly returnsPdf: boolean;
}

interface CheckedRequest {
  readonly request: ConversionRequest;
  readonly wire: WireRequest;
  readonly headers: HeaderOptions;
}

interface ValidRequest extends CheckedRequest {
  readonly idempotency: TaskSubmission['idempotency'];
}

export interface Client {
  readonly account: AuthorizedAccount;
  /** The service's base URL as the client knows it. */
  readonly base: string;
  /** Aborted when the client disconnects. */
  readonly clientSignal: AbortSignal;
}

/** Handles `POST /v1/pdf` (the API, section 4.1), and `POST /v1/convert`, which is Platen's own. */
export async function createPdf(
  httpRequest: FastifyRequest,
  reply: FastifyReply,
  parts: CreateParts,
  client: Client,
): Promise<void> {
  const { account, base } = client;
  const { body, raw } = httpRequest;
  const { returnsPdf } = parts;
  const sent = readHeaders(raw);
  const read = returnsPdf ? { ...sent, wantsPdf: true, isAsynchronous: false } : sent;
  const checked = validate(body, read, { ...parts.options, account, returnsPdf });
  const { headers } = checked;
  checkMode(account, headers);
  const valid = { ...checked, idempotency: await idempotencyOf(checked) };
  for (;;) {
    const place = headers.isAsynchronous ? null : placeIn(parts.queue, account);
    try {
      const admission = await admit(parts, client, valid);
      httpRequest.task = admission.task;
      if (!parts.options.isStrict) reply.header(taskHeader, admission.task);
      const origin = requestFields(httpRequest);
      const end = await endOf(admission, { parts, client, valid, place, origin });
      if (end instanceof Object && end.outcome.kind === 'failed')
        httpRequest.errorCode = end.outcome.error.code;
      if (end === 'requeued') continue;
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

/**
 * Counts a request and checks what its account may still do, before its body is read: whatever the
 * body is, it costs the account a part of its rate.
 * @throws Problem 402 or 429
 */
export function checkAllowance(
  { rates, unpaid }: Pick<CreateParts, 'rates' | 'unpaid'>,
  account: AuthorizedAccount,
  { testMode, idempotencyKey }: HeaderOptions,
): void {
  rates.take(account);
  checkUnpaid(unpaid, account);
  // A request with a key may repeat an earlier one, which costs nothing.
  if (testMode || idempotencyKey !== null) return;
  if (account.credits <= 0) throw noCredits(account, 'account');
  if (account.apiKey.credits !== null && account.apiKey.credits <= 0)
    throw noCredits(account, 'key');
}

/** @throws Problem 429 if the account has used up its work that costs no credit */
export function checkUnpaid(unpaid: UnpaidWork, { id, name }: Pick<Account, 'id' | 'name'>): void {
  const limit = unpaid.reached(id);
  if (limit === null) return;
  const params = { account: name, seconds: limit.limitSeconds };
  throw new Problem('unpaid-limit', message('service.unpaidLimit', params), {
    headers: retryAfter(limit.waitSeconds),
  });
}

/** @throws Problem 403 if the key is for the other mode only */
function checkMode({ apiKey }: AuthorizedAccount, { testMode }: HeaderOptions): void {
  const { id, mode } = apiKey;
  if (mode === null || mode === (testMode ? 'test' : 'live')) return;
  const text = mode === 'test' ? 'service.testKeyOnly' : 'service.liveKeyOnly';
  throw new Problem('mode-not-allowed', message(text, { key: id }));
}

function placeIn(queue: WorkQueue, { id, concurrency, apiKey }: AuthorizedAccount): QueuePlace {
  const key = { apiKey: apiKey.id, keyConcurrency: apiKey.concurrency };
  const place = queue.enter(id, { concurrency, ...key });
  if (place !== null) return place;
  throw queueFull(queue.retrySeconds);
}

interface BodyRules extends Pick<ServiceOptions, 'isStrict' | 'privateHosts' | 'timeoutSeconds'> {
  readonly returnsPdf: boolean;
  readonly account: Pick<Account, 'bucketPrefix'>;
}

/** @throws Problem 400 with all issues */
function validate(body: unknown, headers: HeaderOptions, rules: BodyRules): CheckedRequest {
  const { request, issues: bodyIssues } = readBody(body, rules);
  const issues = [...headers.issues, ...bodyIssues];
  if (request !== null && issues.length === 0) {
    // The cast is safe: `requestFromWire` has accepted the body.
    const wire = body as WireRequest;
    return { request, wire, headers };
  }
  throw new Problem('invalid-request', invalidRequest(issues).toData().message, {
    fields: issues,
  });
}

function readBody(
  body: unknown,
  { isStrict, privateHosts, timeoutSeconds, account, returnsPdf }: BodyRules,
): {
  readonly request: ConversionRequest | null;
  readonly issues: readonly FieldIssue[];
} {
  try {
    const request = requestFromWire(body, { isStrict, timeoutSeconds });
    const ofWebhook = webhookIssues(request.webhook, privateHosts);
    const ofDestination = returnsPdf ? bucketIssues(request) : destinationIssues(request, account);
    return { request, issues: [...ofDestination, ...ofWebhook] };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { request: null, issues: thrown.fields ?? [] };
  }
}

/** The response about a PDF in a bucket is JSON (the API, section 2.5). */
function bucketIssues({ storage }: ConversionRequest): readonly FieldIssue[] {
  if (storage?.provider !== 'object_store') return [];
  return [{ field: 'storage.provider', message: message('service.convertToBucket') }];
}

/** The API has no placeholders (section 2.4), and an account may be limited to a prefix. */
function destinationIssues(
  { storage }: ConversionRequest,
  { bucketPrefix }: Pick<Account, 'bucketPrefix'>,
): readonly FieldIssue[] {
  if (storage?.provider !== 'object_store') return [];
  const { bucketDestination } = storage;
  const destination = excerpt(bucketDestination);
  const issue = (text: Message) => [{ field: 'storage.bucket_destination', message: text }];
  if (hasDestinationPlaceholder(bucketDestination))
    return issue(message('service.destinationPlaceholder', { destination }));
  if (bucketPrefix === null || s3Uri(placeOf(bucketDestination)).startsWith(bucketPrefix))
    return [];
  return issue(message('service.outsidePrefix', { destination, prefix: bucketPrefix }));
}

type Granted = Exclude<Admission, { kind: 'no-credits' | 'queue-full' | 'key-reused' }>;

async function admit(
  { store, queue, options }: CreateParts,
  { account, base }: Client,
  valid: ValidRequest,
): Promise<Granted> {
  const { wire, headers, idempotency } = valid;
  const { testMode, isAsynchronous } = headers;
  const submission = {
    account: account.id,
    apiKey: account.apiKey.id,
    request: wire,
    testMode,
    base,
    isAsynchronous,
    ...(idempotency && { idempotency }),
  };
  // With --queue 0, asynchronous requests still wait for a moment.
  const room = { tasks: Math.max(1, options.queue), bytes: waitingBytes };
  const hasKey = idempotency !== undefined;
  const admission = await admissionFrom(store.admit(submission, room), { isAsynchronous, hasKey });
  if (admission.kind === 'queue-full') throw queueFull(queue.retrySeconds);
  if (admission.kind === 'no-credits') throw noCredits(account, admission.of);
  if (admission.kind === 'key-reused') throw keyReused();
  return admission;
}

interface Admitted {
  readonly parts: CreateParts;
  readonly client: Client;
  readonly valid: ValidRequest;
  /** Null for an asynchronous request. */
  readonly place: QueuePlace | null;
  /** For the log. */
  readonly origin: PdfRequest['origin'];
}

/**
 * Runs the request, or waits for the first one with its key. `requeued`: that one was undone, so
 * the request starts over.
 */
async function endOf(
  admission: Granted,
  { parts, client, valid, place, origin }: Admitted,
): Promise<TaskEnd | 'asynchronous' | 'requeued'> {
  const { request, headers, idempotency } = valid;
  const account = client.account.id;
  if (admission.kind === 'answered') return { outcome: admission.outcome };
  if (admission.kind === 'under-way') {
    if (headers.isAsynchronous && admission.isAsynchronous) return 'asynchronous';
    return endOfFirst(parts.store, admission.task, client);
  }
  if (place === null) return 'asynchronous';
  const pdf = {
    request,
    testMode: headers.testMode,
    base: client.base,
    account,
    workId: workIdOf(admission.task, account, idempotency),
    // A repetition of the request, or the receiver of its webhook, may ask for the PDF later.
    isStored: !headers.wantsPdf || idempotency !== undefined || request.webhook !== undefined,
    ...(idempotency && { idempotencyKey: idempotency.key }),
    origin,
  };
  const execution = parts.tasks.execute(admission.task, pdf, place, client.clientSignal);
  return endFrom(execution, { hasKey: idempotency !== undefined });
}

/** Waits for a request of another connection or another server. */
async function endOfFirst(
  store: ServiceStore,
  task: string,
  { account, clientSignal }: Client,
): Promise<TaskEnd | 'requeued'> {
  for (let delay = firstPollMs; ; delay = Math.min(maxPollMs, delay * 2)) {
    await sleep(delay, { signal: clientSignal });
    const state = await withDatabase(store.stateOf(task, account.id));
    if (state === null) return 'requeued';
    if (state.outcome !== undefined) return { outcome: state.outcome };
  }
}

async function idempotencyOf({
  wire,
  headers: { idempotencyKey: key, testMode },
}: CheckedRequest): Promise<TaskSubmission['idempotency']> {
  if (key === null) return undefined;
  // The text of the source by its digest: serializing megabytes takes two to eight times as long.
  const body = { ...wire, source: await digestOf(wire.source) };
  return { key, digest: await digestOf(canonicalJson({ wire: body, testMode })) };
}

/** How many characters are hashed at a time, which takes a few milliseconds. */
const hashLength = 1_000_000;

/** Hashes megabytes in parts, between which the service answers others. */
async function digestOf(text: string): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < text.length; start += hashLength) {
    // In UTF-8, halves of a pair that is cut here would all be the same.
    hash.update(text.slice(start, start + hashLength), 'utf16le');
    await nextTurn();
  }
  return hash.digest('base64url');
}

function noCredits({ name, apiKey }: AuthorizedAccount, of: 'account' | 'key'): Problem {
  const reason =
    of === 'account'
      ? message('service.noCredits', { account: excerpt(name) })
      : message('service.noKeyCredits', { key: apiKey.id });
  return new Problem('no-credits', reason);
}

function keyReused(): Problem {
  const reused = message('service.keyReused');
  return new Problem('idempotency-key-reused', reused, {
    fields: [{ field: 'Idempotency-Key', message: reused }],
  });
}

/** Serializes JSON with sorted fields, so that equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    isRecord(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
