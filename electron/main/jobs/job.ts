import { z } from 'zod';
import { remoteReceiptSchema } from '../../shared/endpoints.js';
import { type AppErrorData, appErrorSchema } from '../../shared/errors.js';
import type { JobOptions, JobStatus } from '../../shared/jobs.js';
import { preflightSchema } from '../../shared/preflight.js';
import { type ConversionSource, sourceSchema } from '../../shared/request/source.js';
import { deliveryIntentSchema } from '../files/deliver.js';
import type { ConversionProgress } from '../engine/pdf-engine.js';

/** HTML that the queue's memory keeps in a file of its own, and reads when its turn comes. */
const storedHtmlSchema = z.strictObject({
  kind: z.literal('stored-html'),
  /** Name of the file in the memory's folder. */
  file: z.string().regex(/^[0-9a-f]{64}\.html$/),
  base: z.string().optional(),
});

/** What is remembered of the source of a private job that has ended (private-jobs.ts). */
const privateSourceSchema = z.strictObject({ kind: z.literal('private') });

/** What a job converts. */
export const jobSourceSchema = z.union([sourceSchema, storedHtmlSchema, privateSourceSchema]);
export type JobSource = z.infer<typeof jobSourceSchema>;

/** The source as far as names are made from it: what HTML says has no part in them. */
export function sourceForNames(source: JobSource): ConversionSource {
  if (source.kind === 'stored-html' || source.kind === 'private') return { kind: 'html', html: '' };
  return source;
}

/** What is known of a PDF beside its bytes. */
const pdfFactsSchema = z.object({
  pages: z.number().int(),
  /** In bytes. */
  size: z.number(),
  title: z.string(),
  preflight: preflightSchema.readonly(),
});
export type PdfFacts = Readonly<z.infer<typeof pdfFactsSchema>>;

/** At how many ends of Platen in a row it was running, which were no quits. */
const interruptionsSchema = z.number().int().positive();

/** An upload or a webhook that the outbox has taken over from a job. */
const jobDeliverySchema = z.object({
  id: z.string(),
  /** The place as it was wished, for an upload: a job that failed and is tried again does not hand it over again. */
  wish: z.string().optional(),
  /** The person dropped the upload before it was delivered. */
  dropped: z.literal(true).optional(),
});
export type JobDelivery = Readonly<z.infer<typeof jobDeliverySchema>>;

/** The uploads in their order, then the webhook; absent where there are none. */
const deliveriesSchema = z.array(jobDeliverySchema).readonly().optional();

/** The request of a job that was sent to a service and whose answer is not known: a try with the same key is not charged again by one that knows such keys. */
const sentSchema = z.object({ key: z.string() }).readonly().optional();

/** What a job takes along from one try to the next. */
const carried = {
  /** Its PDF is made and kept; it is only to be written where it belongs. */
  kept: pdfFactsSchema.optional(),
  /** What the service answered that made the kept PDF. */
  remote: remoteReceiptSchema.optional(),
  deliveries: deliveriesSchema,
  sent: sentSchema,
};

const running = z.object({
  status: z.literal('running'),
  interrupted: interruptionsSchema.optional(),
  ...carried,
  /** Its PDF is whole and on the disk, and is about to get its name. With the deliveries that the job has if that comes true. */
  placing: z
    .object({
      intent: deliveryIntentSchema,
      pdf: pdfFactsSchema,
      deliveries: deliveriesSchema,
      remote: remoteReceiptSchema.optional(),
    })
    .optional(),
});

/** Where a job stands, with all that belongs to that: what is remembered of it over a restart, beside source and options. */
export const jobStateSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('queued'),
    interrupted: interruptionsSchema.optional(),
    ...carried,
  }),
  running,
  z.object({
    status: z.literal('completed'),
    /** Null: the PDF was not written to this computer, as it was not to be, or as there was a file of its name and it only goes elsewhere. */
    path: z.string().nullable(),
    /** Null without `remote`: nothing was made, as there was a file of that name and it was to be skipped. With it: the PDF could not be fetched. */
    pdf: pdfFactsSchema.nullable(),
    deliveries: deliveriesSchema,
    /** What the service answered that made it; absent where this computer did. */
    remote: remoteReceiptSchema.optional(),
  }),
  z.object({
    status: z.literal('failed'),
    error: appErrorSchema,
    ...carried,
    /** What was found of its page until it failed. */
    preflight: preflightSchema.readonly().optional(),
  }),
  z.object({ status: z.literal('canceled'), ...carried }),
]);
export type JobState = Readonly<z.infer<typeof jobStateSchema>>;
export type RunningState = Extract<JobState, { status: 'running' }>;

/** States in which nothing happens to a job any more by itself. */
export type EndState = Exclude<JobState, { status: 'queued' | 'running' }>;

/** What a job is from its beginning on. */
export interface JobCore {
  readonly id: string;
  readonly source: JobSource;
  /** Its number among those that were added together, from 1, and how many those were. */
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
  /** Why it is not begun: the key of its service has to be put in first. Null: it may be. */
  isMissingCredential: AppErrorData | null;
}

/** Whether a state is one that a job ends in. */
export function isEnded(state: { readonly status: JobStatus }): boolean {
  return state.status !== 'queued' && state.status !== 'running';
}

/** Whether a running job may be in the hands of a service, which may charge for it. */
export function isSent(state: JobState): boolean {
  return state.status === 'running' && state.sent !== undefined && state.kept === undefined;
}

/** Whether the PDF of a running job may have its name already. */
export function isCommitting(state: JobState): boolean {
  return state.status === 'running' && state.placing !== undefined;
}

/** The PDF that is kept as it could not be written, if there is one. */
export function keptPdf(state: JobState): PdfFacts | undefined {
  return state.status === 'completed' ? undefined : state.kept;
}

/** What a job has got done for good, whatever becomes of its next try: its kept PDF, and what was handed over. */
export function retainedState(
  state: JobState,
): Pick<Extract<JobState, { status: 'canceled' }>, 'kept' | 'remote' | 'deliveries' | 'sent'> {
  const kept = keptPdf(state);
  const { remote, sent } = state.status === 'completed' ? {} : state;
  // What has been completed is made anew, and handed over anew.
  const deliveries = state.status === 'completed' ? undefined : state.deliveries;
  return {
    ...(kept !== undefined && { kept }),
    ...(kept !== undefined && remote !== undefined && { remote }),
    ...(deliveries !== undefined && { deliveries }),
    ...(sent !== undefined && { sent }),
  };
}

/** A state of a job whose request was sent under a key; under none for null, as it is known that the service does nothing for it. */
export function withSent(state: JobState, key: string | null): JobState {
  if (state.status === 'completed') return state;
  return { ...state, sent: key === null ? undefined : { key } };
}

/** Deliveries as a part of a state: those that the job had, and those that it has besides. */
export function withDeliveries(
  before: Pick<JobState, 'deliveries'>,
  more: readonly JobDelivery[] = [],
): { readonly deliveries?: readonly JobDelivery[] } {
  const deliveries = [...(before.deliveries ?? []), ...more];
  return deliveries.length === 0 ? {} : { deliveries };
}

/** A state in which some deliveries have been dropped by the person; the same one where none of them is its own. */
export function withDropped(state: JobState, ids: ReadonlySet<string>): JobState {
  const { deliveries } = state;
  if (!deliveries?.some(({ id }) => ids.has(id))) return state;
  return {
    ...state,
    deliveries: deliveries.map((each) => (ids.has(each.id) ? { ...each, dropped: true } : each)),
  };
}

/** How many uploads of a job the person dropped before they were delivered. */
export function countDropped({ deliveries }: Pick<JobState, 'deliveries'>): number {
  return (deliveries ?? []).filter(({ dropped }) => dropped).length;
}

/** Whether a PDF was made and is nowhere: it was only to be uploaded, and the person dropped each of its uploads. */
export function isNowhere(state: JobState): boolean {
  if (state.status !== 'completed' || state.path !== null || countDropped(state) === 0)
    return false;
  const uploads = state.deliveries?.filter(({ wish, dropped }) => dropped ?? wish !== undefined);
  return countDropped(state) === uploads?.length;
}

/** Ids of the uploads and the webhook of a job. */
export function deliveryIds({ deliveries }: Pick<JobState, 'deliveries'>): readonly string[] {
  return (deliveries ?? []).map(({ id }) => id);
}
