import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { remoteReceiptSchema } from '../../shared/endpoints.js';
import {
  AppError,
  type AppErrorData,
  appErrorSchema,
  errorData,
} from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import type { JobOptions, JobStatus } from '../../shared/jobs.js';
import { preflightSchema } from '../../shared/request/preflight.js';
import { type ConversionSource, sourceSchema } from '../../shared/request/source.js';
import { ConversionFailure } from '../engine/contract/pdf-engine.js';
import type { ConversionProgress } from '../engine/contract/pdf-engine.js';
import { deliveryIntentSchema } from '../files/deliver.js';

/** HTML too long for the journal: it has its own file, which is read when the job runs. */
const storedHtmlSchema = z.strictObject({
  kind: z.literal('stored-html'),
  /** Name of the file in the folder of stored HTML. */
  file: z.string().regex(/^[0-9a-f]{64}\.html$/),
  base: z.string().optional(),
});

/** What is persisted as the source of a private job that has ended (private-jobs.ts). */
const privateSourceSchema = z.strictObject({ kind: z.literal('private') });

export const jobSourceSchema = z.union([sourceSchema, storedHtmlSchema, privateSourceSchema]);
export type JobSource = z.infer<typeof jobSourceSchema>;

/**
 * Returns the source that file names are derived from. The text of HTML has no influence on them.
 */
export function sourceForNames(source: JobSource): ConversionSource {
  if (source.kind === 'stored-html' || source.kind === 'private') return { kind: 'html', html: '' };
  return source;
}

/** Facts about a PDF besides its bytes. */
const pdfFactsSchema = z.object({
  pages: z.number().int(),
  /** In bytes. */
  size: z.number(),
  title: z.string(),
  preflight: preflightSchema.readonly(),
});
export type PdfFacts = Readonly<z.infer<typeof pdfFactsSchema>>;

/** A part of a divided PDF. It waits in the spool until it is saved and its uploads are staged. */
const jobPartSchema = z.object({
  /** Index of its first page in the whole PDF, from 0, and the index after its last page. */
  first: z.number().int(),
  end: z.number().int(),
  /** The title of the bookmark that it begins with; empty for none. */
  title: z.string(),
  /** In bytes. */
  size: z.number(),
  /** Where it is saved, or is going to be; null: it is only uploaded. */
  path: z.string().nullable(),
  /**
   * `committing`: complete on the disk, and renamed next. `skipped`: its file existed. `failed`: it
   * could not be written; a retry tries again.
   */
  state: z.enum(['waiting', 'committing', 'saved', 'skipped', 'failed']),
  /** While it is renamed. */
  intent: deliveryIntentSchema.optional(),
  error: appErrorSchema.optional(),
});
export type JobPart = Readonly<z.infer<typeof jobPartSchema>>;

const splitSchema = z.object({
  /** The facts of the PDF as a whole; its size is that of all parts. */
  whole: pdfFactsSchema,
  parts: z.array(jobPartSchema).readonly(),
});
export type JobSplit = Readonly<z.infer<typeof splitSchema>>;

/** How many times in a row Platen was killed or crashed while the job was running. */
const interruptionsSchema = z.number().int().positive();

/** An upload or a webhook that a job has handed over to the outbox. */
const jobDeliverySchema = z.object({
  id: z.string(),
  /**
   * For an upload, its destination as requested: a retry of the job does not upload there again.
   */
  destination: z.string().optional(),
  /** Index of the part that is uploaded, from 0; absent for a PDF that is not divided. */
  part: z.number().int().optional(),
  /** The user discarded the upload before it was delivered. */
  dropped: z.literal(true).optional(),
});
export type JobDelivery = Readonly<z.infer<typeof jobDeliverySchema>>;

/** The uploads in their order, then the webhook; absent for none. */
const deliveriesSchema = z.array(jobDeliverySchema).readonly().optional();

/**
 * The idempotency key of a request that was sent to a service and whose outcome is unknown. A retry
 * sends the same key, so that a service that supports such keys charges once.
 */
const sentSchema = z.object({ key: z.string() }).readonly().optional();

/** What a job retains from one attempt to the next. */
const retained = {
  /** The parts of its PDF, which are in the spool unless they have been delivered. */
  split: splitSchema.optional(),
  /** The PDF exists in the spool and only has to be written to its destination. */
  kept: pdfFactsSchema.optional(),
  /** The receipt of the service that rendered the kept PDF. */
  remote: remoteReceiptSchema.optional(),
  deliveries: deliveriesSchema,
  sent: sentSchema,
};

const runningSchema = z.object({
  status: z.literal('running'),
  interrupted: interruptionsSchema.optional(),
  ...retained,
  /**
   * The PDF is complete on the disk and about to be renamed. If the rename succeeds, the job has
   * all this data.
   */
  committing: z
    .object({
      intent: deliveryIntentSchema,
      pdf: pdfFactsSchema,
      deliveries: deliveriesSchema,
      remote: remoteReceiptSchema.optional(),
    })
    .optional(),
});

/** The state of a job, with all data that belongs to it: persisted beside source and options. */
export const jobStateSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('queued'),
    interrupted: interruptionsSchema.optional(),
    ...retained,
  }),
  runningSchema,
  z.object({
    status: z.literal('completed'),
    /**
     * Null: not saved locally, as it was not requested, or skipped for an existing file but
     * uploaded.
     */
    path: z.string().nullable(),
    /**
     * Null with `remote`: the PDF could not be downloaded. Null without: skipped, the file
     * exists.
     */
    pdf: pdfFactsSchema.nullable(),
    /** The parts of a divided PDF; `path` is then that of the first one that was saved. */
    split: splitSchema.optional(),
    deliveries: deliveriesSchema,
    /** The receipt of the service that rendered it; absent if rendered locally. */
    remote: remoteReceiptSchema.optional(),
    /** How long the attempt took, in milliseconds; unknown after a kill. */
    ranMs: z.number().optional(),
  }),
  z.object({
    status: z.literal('failed'),
    error: appErrorSchema,
    ...retained,
    /** The warnings found before the failure. */
    preflight: preflightSchema.readonly().optional(),
  }),
  z.object({ status: z.literal('canceled'), ...retained }),
]);
export type JobState = Readonly<z.infer<typeof jobStateSchema>>;
export type RunningState = Extract<JobState, { status: 'running' }>;
export type FailedState = Extract<JobState, { status: 'failed' }>;

/** A final state: only the user moves a job on from it. */
export type EndState = Exclude<JobState, { status: 'queued' | 'running' }>;

/** The parts of a job that never change. */
interface JobCore {
  readonly id: string;
  readonly source: JobSource;
  /** Its number among the jobs added together, from 1, and their count. */
  readonly number: number;
  readonly of: number;
  /** When they were added, in milliseconds since the epoch. */
  readonly added: number;
}

/** A job of the queue. Only the queue changes it. */
export interface Job extends JobCore {
  options: JobOptions;
  state: JobState;
  /** While it runs. */
  progress: ConversionProgress | null;
  /**
   * Why it must not start: the credential of its service is missing or was refused; null for none.
   */
  credentialError: AppErrorData | null;
}

export interface PersistedJob {
  readonly core: JobCore;
  readonly options: JobOptions;
  readonly state: JobState;
}

type Retained = Pick<
  Extract<JobState, { status: 'canceled' }>,
  'split' | 'kept' | 'remote' | 'deliveries' | 'sent'
>;

export function isEnded(state: { readonly status: JobStatus }): boolean {
  return state.status !== 'queued' && state.status !== 'running';
}

/** True while a service may be rendering the running job, and may charge for it. */
export function isSent(state: JobState): boolean {
  return state.status === 'running' && state.sent !== undefined && state.kept === undefined;
}

/** True if the PDF of the running job may have its final name already. */
export function isCommitting(state: JobState): boolean {
  if (state.status !== 'running') return false;
  return state.committing !== undefined || partsIn(state, 'committing').length > 0;
}

export function partsIn(
  { split }: Pick<JobState, 'split'>,
  ...states: readonly JobPart['state'][]
): readonly { readonly index: number; readonly part: JobPart }[] {
  return (split?.parts ?? []).flatMap((part, index) =>
    states.includes(part.state) ? [{ index, part }] : [],
  );
}

/** Names the part in the spool, and owns its reserved names. */
export function partId(job: string, index: number): string {
  return `${job}-part-${index + 1}`;
}

export function jobOfSpooled(id: string): string {
  return id.replace(/-part-\d+$/, '');
}

/** The first part has the warnings of the whole. */
export function partFacts({ whole, parts }: JobSplit, index: number): PdfFacts | null {
  const part = parts[index];
  if (part === undefined || part.state === 'skipped') return null;
  const { first, end, title, size } = part;
  const preflight = index === 0 ? whole.preflight : [];
  return { pages: end - first, size, title: partTitle(whole.title, title), preflight };
}

/** The bookmark's title says which part of the document it is. */
export function partTitle(whole: string, bookmark: string): string {
  if (bookmark === '' || whole === '' || bookmark === whole) return bookmark || whole;
  return `${whole} – ${bookmark}`;
}

/** Returns true if parts of a divided PDF still wait in the spool. */
export function hasWaitingParts(state: JobState): boolean {
  if (state.status === 'completed') return false;
  return partsIn(state, 'waiting', 'committing', 'failed').length > 0;
}

export const partChangeSchema = z.object({
  /** From 0. */
  index: z.number().int(),
  part: jobPartSchema,
  /** The deliveries that were staged for it. */
  deliveries: z.array(jobDeliverySchema).readonly(),
});
export type PartChange = Readonly<z.infer<typeof partChangeSchema>>;

export function withPart<S extends JobState>(state: S, { index, part, deliveries }: PartChange): S {
  if (state.split === undefined) return state;
  const known = new Set(deliveryIds(state));
  const fresh = deliveries.filter(({ id }) => !known.has(id));
  return {
    ...state,
    split: { ...state.split, parts: state.split.parts.with(index, part) },
    ...withDeliveries(state, fresh),
  };
}

/** Returns the PDF that waits in the spool because it could not be written; undefined for none. */
export function keptPdf(state: JobState): PdfFacts | undefined {
  return state.status === 'completed' ? undefined : state.kept;
}

/** True also for a part of the PDF. */
export function isInSpool(state: JobState): boolean {
  return keptPdf(state) !== undefined || hasWaitingParts(state);
}

/**
 * Returns true for a job that ended with nothing to deliver, and so needs no name. A request that a
 * service may still fulfill keeps its name, since a retry must repeat it exactly.
 */
export function hasNoPdf(state: JobState): boolean {
  if (state.status !== 'failed' && state.status !== 'canceled') return false;
  return keptPdf(state) === undefined && state.split === undefined && sentKey(state) === undefined;
}

/** Returns the idempotency key of the last request to a service; undefined for none. */
export function sentKey(state: JobState): string | undefined {
  return state.status === 'completed' ? undefined : state.sent?.key;
}

export function deliveryIds({ deliveries }: Pick<JobState, 'deliveries'>): readonly string[] {
  return (deliveries ?? []).map(({ id }) => id);
}

export function countDropped({ deliveries }: Pick<JobState, 'deliveries'>): number {
  return (deliveries ?? []).filter(({ dropped }) => dropped).length;
}

/** Returns true if the PDF was only to be uploaded and the user discarded every upload. */
export function isDiscarded(state: JobState): boolean {
  const dropped = countDropped(state);
  if (state.status !== 'completed' || state.path !== null || dropped === 0) return false;
  const uploads = state.deliveries?.filter(
    (each) => each.dropped ?? each.destination !== undefined,
  );
  return dropped === uploads?.length;
}

/** Returns what survives the current attempt, whatever its outcome. */
export function retainedState(state: JobState): Retained {
  // A completed job starts over: it is rendered and delivered again.
  if (state.status === 'completed') return {};
  const { split, kept, remote, deliveries, sent } = state;
  return {
    ...(split !== undefined && { split }),
    ...(kept !== undefined && { kept }),
    ...(kept !== undefined && remote !== undefined && { remote }),
    ...(deliveries !== undefined && { deliveries }),
    ...(sent !== undefined && { sent }),
  };
}

export function queuedState(before: JobState): JobState {
  return { status: 'queued', ...retainedState(before) };
}

/** An interrupted job stays marked as such. */
export function startedState(before: JobState): RunningState {
  const interrupted = before.status === 'queued' ? before.interrupted : undefined;
  return {
    status: 'running',
    ...retainedState(before),
    ...(interrupted !== undefined && { interrupted }),
  };
}

export function canceledState(before: JobState): EndState {
  return { status: 'canceled', ...retainedState(before) };
}

/** Returns a completed state with how long its attempt took, in whole milliseconds. */
export function withDuration(state: EndState, ranMs: number): EndState {
  return state.status === 'completed' ? { ...state, ranMs: Math.round(ranMs) } : state;
}

export function failedState(before: JobState, thrown: unknown): FailedState {
  const found = thrown instanceof ConversionFailure ? { preflight: thrown.preflight } : {};
  return { status: 'failed', error: errorData(thrown), ...found, ...retainedState(before) };
}

/**
 * For a job that a service may have been rendering when Platen ended. Only the user sends it again,
 * with the same key.
 */
export function unknownOutcome(before: JobState): FailedState {
  return failedState(before, new AppError('remote-uncertain', message('jobs.uncertain')));
}

/** @param key of the request that was sent; null: none */
export function withSent(state: JobState, key: string | null): JobState {
  if (state.status === 'completed') return state;
  return { ...state, sent: key === null ? undefined : { key } };
}

export function withDeliveries(
  before: Pick<JobState, 'deliveries'>,
  more: readonly JobDelivery[] = [],
): { readonly deliveries?: readonly JobDelivery[] } {
  const deliveries = [...(before.deliveries ?? []), ...more];
  return deliveries.length === 0 ? {} : { deliveries };
}

/** The same object if the state has none of them. */
export function withDropped(state: JobState, ids: ReadonlySet<string>): JobState {
  const { deliveries } = state;
  if (!deliveries?.some(({ id }) => ids.has(id))) return state;
  return {
    ...state,
    deliveries: deliveries.map((each) => (ids.has(each.id) ? { ...each, dropped: true } : each)),
  };
}

/**
 * The PDF no longer matches the options. A failure no longer names the file, and earlier uploads do
 * not count for the PDF that is rendered next.
 */
export function withoutPdf(state: JobState): JobState {
  if (state.status === 'completed') return state;
  const { deliveries } = state;
  const cleared = {
    split: undefined,
    kept: undefined,
    remote: undefined,
    sent: undefined,
    ...(deliveries && { deliveries: deliveries.map(({ id }) => ({ id })) }),
  };
  if (state.status !== 'failed' || !(state.kept ?? state.split)) return { ...state, ...cleared };
  return { ...state, error: outdatedPdf().toData(), ...cleared };
}

/** False for just another destination or webhook. */
export function rendersDifferently(before: JobOptions, after: JobOptions): boolean {
  return !isDeepStrictEqual(renderingOptions(before), renderingOptions(after));
}

/**
 * A service gets the whole request, so every change counts; locally, of compliance only `hipaa`
 * does.
 */
function renderingOptions({ request, output, renderOn }: JobOptions): object {
  if (renderOn !== null) return { renderOn, request };
  const { split } = output;
  const { compliance, ...rest } = request;
  const delivery = { filename: undefined, storage: undefined, webhook: undefined };
  return { ...rest, ...delivery, split, hipaa: compliance?.hipaa ?? false };
}

function outdatedPdf(): AppError {
  return new AppError('write-failed', message('jobs.outdatedPdf'));
}
