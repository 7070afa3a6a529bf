import { type AppErrorData, errorText } from '../../shared/messages/errors.js';
import type { UploadRequest } from '../../shared/output.js';
import { uploadLocation } from '../../shared/upload-location.js';
import { requestedPlace, uploadRequests } from '../../shared/upload-requests.js';
import { untilCanceled } from '../engine/contract/canceled.js';
import { type DeliveryRequest, placeholderValues } from '../files/plan-delivery.js';
import type { JobOutcome } from '../outbox/delivery.js';
import type { DeliveryInput, DeliverySink, UploadPlace } from '../outbox/delivery-sink.js';
import { eventSource } from '../outbox/webhook-message.js';
import { type Job, type JobDelivery, partId, retainedState, sourceForNames } from './job.js';
import { isPrivate } from './private-jobs.js';
import { UploadPlaces, type UploadsOfJob, checkPlaces } from './upload-places.js';

/** A PDF and where it is to be uploaded. */
export interface StagedPdf {
  readonly pdf: NonNullable<DeliveryInput['pdf']>;
  readonly uploads: PlannedUploads;
}

/**
 * The uploads of a job that the outbox does not have yet, each with its destination as requested.
 */
export interface PlannedUploads {
  readonly places: readonly UploadPlace[];
  readonly destinations: readonly string[];
  /** None remain, because the outbox got all uploads and the webhook in an earlier attempt. */
  readonly isHandedOver: boolean;
}

/** What a webhook reports of a job. */
type ReportedJob = Pick<Job, 'id' | 'options' | 'source'>;

/**
 * Stages the uploads and webhooks of jobs in the outbox. They are sent once the end of their job is
 * persisted.
 */
export class JobDeliveries {
  readonly #outbox: DeliverySink;
  readonly #log: (line: string) => void;
  readonly #places = new UploadPlaces();

  constructor(outbox: DeliverySink, log: (line: string) => void) {
    this.#outbox = outbox;
    this.#log = log;
  }

  /** Reserves the keys of a job's uploads, in the order of the list. */
  reserve(job: Readonly<Job>, delivery: DeliveryRequest): void {
    this.#places.reserve(uploadsOf(job, delivery), placeholderValues(delivery, ''));
  }

  /** Releases the keys of a removed job, except those of uploads in the outbox. */
  forget({ id, state }: Readonly<Job>): void {
    if (state.deliveries === undefined) this.#places.release(id);
    for (const index of (state.split?.parts ?? []).keys()) {
      const isStaged = state.deliveries?.some((each) => each.part === index);
      if (isStaged !== true) this.#places.release(partId(id, index));
    }
  }

  /**
   * Returns true if the job's PDF is still to be uploaded.
   * @throws AppError `invalid-request` for a destination that is invalid whatever the page's title
   */
  hasUploads(job: Readonly<Job>, delivery: DeliveryRequest): boolean {
    const requests = remainingUploads(job);
    const values = placeholderValues(delivery, '');
    checkPlaces(requests.map(({ destination }) => uploadLocation(destination, values)));
    return requests.length > 0;
  }

  /**
   * Decides where the job's PDF is uploaded, except to destinations of earlier attempts.
   * @throws AppError `invalid-request` for an invalid destination
   */
  plan(job: Readonly<Job>, delivery: DeliveryRequest, title: string): PlannedUploads {
    const all = uploadsOf(job, delivery);
    const requests = remainingUploads(job);
    const values = placeholderValues(delivery, title);
    const places = this.#places.of({ ...all, requests }, values);
    checkPlaces(places);
    const isHandedOver = requests.length === 0 && all.requests.length > 0;
    return { places, destinations: requests.map(requestedPlace), isHandedOver };
  }

  /**
   * Stages the uploads of a PDF and the webhook that reports it.
   * @throws AppError `write-failed`, or `canceled`; nothing is staged then
   */
  async stage(
    job: Readonly<Job>,
    { pdf, uploads }: StagedPdf,
    signal: AbortSignal,
  ): Promise<readonly JobDelivery[]> {
    const { places, destinations, isHandedOver } = uploads;
    if (isHandedOver) return [];
    const file = { name: pdf.name, size: pdf.size };
    const webhook = webhookOf(job, { kind: 'completed', file });
    if (places.length === 0) return this.#stageWebhook(job, webhook, signal);
    const ids = await this.#stage({ ...base(job), pdf, uploads: places, ...webhook }, signal);
    return ids.map((id, index) => {
      const destination = destinations[index];
      return destination === undefined ? { id } : { id, destination };
    });
  }

  /** Stages the webhook that reports a failure, if the job has one. @throws AppError `canceled` */
  async stageFailure(
    job: ReportedJob,
    error: AppErrorData,
    signal: AbortSignal,
  ): Promise<readonly JobDelivery[]> {
    return this.#stageWebhook(job, webhookOf(job, { kind: 'failed', error }), signal);
  }

  /** Does not wait for the disk: after a kill, deliveries of ended jobs are released again. */
  release(ids: readonly string[]): void {
    void this.#outbox.release(ids);
  }

  async delete(deliveries: readonly Pick<JobDelivery, 'id'>[]): Promise<void> {
    if (deliveries.length > 0) await this.#outbox.discard(deliveries.map(({ id }) => id));
  }

  /** A webhook that cannot be staged does not fail its job. */
  async #stageWebhook(
    job: ReportedJob,
    webhook: Pick<DeliveryInput, 'webhook'>,
    signal: AbortSignal,
  ): Promise<readonly JobDelivery[]> {
    if (webhook.webhook === undefined) return [];
    try {
      const ids = await this.#stage({ ...base(job), uploads: [], ...webhook }, signal);
      return ids.map((id) => ({ id }));
    } catch (error) {
      if (signal.aborted) throw error;
      this.#log(`The webhook of a job is not sent. ${errorText(error)}`);
      return [];
    }
  }

  async #stage(input: DeliveryInput, signal: AbortSignal): Promise<readonly string[]> {
    const staging = this.#outbox.stage(input);
    return untilCanceled(signal, staging).catch((error: unknown) => {
      if (signal.aborted) this.#deleteLate(staging);
      throw error;
    });
  }

  /** Deletes what was still being staged when its job was canceled: no job refers to it. */
  #deleteLate(staging: Promise<readonly string[]>): void {
    const deletion = staging.then(
      async (ids) => this.#outbox.discard(ids),
      () => undefined,
    );
    deletion.catch((error: unknown) => {
      this.#log(`Deliveries of a canceled job are still on the disk. ${errorText(error)}`);
    });
  }
}

function uploadsOf(
  { added, options }: Readonly<Job>,
  { owner, part }: DeliveryRequest,
): UploadsOfJob {
  return { owner, part, batch: String(added), requests: uploadRequests(options) };
}

function remainingUploads({ options, state }: Readonly<Job>): readonly UploadRequest[] {
  const { deliveries } = retainedState(state);
  const done = new Set(deliveries?.map(({ destination }) => destination));
  return uploadRequests(options).filter((request) => !done.has(requestedPlace(request)));
}

function base({ id, options }: ReportedJob): Pick<DeliveryInput, 'job' | 'compliance'> {
  const { compliance } = options.request;
  return { job: id, ...(compliance !== undefined && { compliance }) };
}

/** A service that renders the PDF calls the webhook itself. */
function webhookOf(job: ReportedJob, outcome: JobOutcome): Pick<DeliveryInput, 'webhook'> {
  const { renderOn, request } = job.options;
  const address = renderOn === null ? request.webhook : undefined;
  if (address === undefined) return {};
  const source = isPrivate(job.options) ? undefined : eventSource(sourceForNames(job.source));
  return { webhook: { address, outcome, source } };
}
