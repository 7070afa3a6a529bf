import { type AppErrorData, errorData } from '../../shared/errors.js';
import type { UploadRequest } from '../../shared/output.js';
import { objectLocation } from '../../shared/request/storage.js';
import { uploadRequests, requestedPlace } from '../../shared/upload-wishes.js';
import type { DeliveryInput, DeliverySink, UploadPlace } from '../outbox/delivery-sink.js';
import type { JobOutcome } from '../outbox/delivery.js';
import { type DeliveryRequest, placeholderValues } from '../files/plan-delivery.js';
import { untilCanceled } from '../engine/canceled.js';
import { type Job, type JobDelivery, retainedState } from './job.js';
import { UploadPlaces, type UploadsOfJob, checkPlaces } from './upload-places.js';

/** What is to be handed over of a PDF. */
export interface StagedPdf {
  readonly pdf: NonNullable<DeliveryInput['pdf']>;
  readonly uploads: PlannedUploads;
}

/** The uploads of a job that have not been handed over yet, with the wish that each came of. */
export interface PlannedUploads {
  /** Whether there are none only as an earlier try has handed them all over, and the message about them. */
  readonly areHandedOver: boolean;
  readonly places: readonly UploadPlace[];
  readonly wishes: readonly string[];
}

/** A job, as far as messages tell of it. */
type ReportedJob = Pick<Job, 'id' | 'options'>;

/** Hands the PDFs of jobs, and the messages about them, over to the outbox. What it gives is held there until the job is known to have ended. */
export class JobDeliveries {
  readonly #outbox: DeliverySink;
  readonly #log: (line: string) => void;
  readonly #places = new UploadPlaces();

  constructor(outbox: DeliverySink, log: (line: string) => void) {
    this.#outbox = outbox;
    this.#log = log;
  }

  /** Gives the job's uploads their places, in the order of the list. */
  expect(job: Readonly<Job>, wish: DeliveryRequest): void {
    this.#places.expect(uploadsOf(job), placeholderValues(wish, ''));
  }

  /** Gives the places back; what was handed over keeps its own. */
  forget({ id, state }: Readonly<Job>): void {
    if (state.deliveries === undefined) this.#places.release(id);
  }

  /**
   * Whether the job has places that its PDF is still to be uploaded to.
   * @throws AppError `invalid-request` for a place that no bucket takes, as far as that is seen without the page's title
   */
  awaits(job: Readonly<Job>, wish: DeliveryRequest): boolean {
    const wishes = remainingRequests(job);
    checkPlaces(
      wishes.map(({ destination }) => objectLocation(destination, placeholderValues(wish, ''))),
    );
    return wishes.length > 0;
  }

  /**
   * Decides where the job's PDF is uploaded, but for what an earlier try has handed over.
   * @throws AppError `invalid-request` for a place that no bucket takes
   */
  plan(job: Readonly<Job>, wish: DeliveryRequest, title: string): PlannedUploads {
    const all = uploadsOf(job);
    const wishes = remainingRequests(job);
    const places = this.#places.of({ ...all, wishes }, placeholderValues(wish, title));
    checkPlaces(places);
    const areHandedOver = wishes.length === 0 && all.wishes.length > 0;
    return { areHandedOver, places, wishes: wishes.map(requestedPlace) };
  }

  /**
   * Hands over a PDF for its uploads, and the message about it.
   * @throws AppError `write-failed` if it cannot be kept; `canceled`, and nothing is held then
   */
  async hold(
    job: Readonly<Job>,
    { pdf, uploads }: StagedPdf,
    signal: AbortSignal,
  ): Promise<readonly JobDelivery[]> {
    const { places, wishes, areHandedOver } = uploads;
    if (areHandedOver) return [];
    const file = { name: pdf.name, size: pdf.size };
    const message = messageOf(job, { kind: 'completed', file });
    if (places.length === 0) return this.#holdMessage(job, message, signal);
    const ids = await this.#hold({ ...base(job), pdf, uploads: places, ...message }, signal);
    return ids.map((id, index) => {
      const wish = wishes[index];
      return wish === undefined ? { id } : { id, wish };
    });
  }

  /** Hands over the message that a job has failed, if somebody is to hear of it. @throws AppError `canceled` */
  async holdFailure(
    job: ReportedJob,
    error: AppErrorData,
    signal: AbortSignal,
  ): Promise<readonly JobDelivery[]> {
    return this.#holdMessage(job, messageOf(job, { kind: 'failed', error }), signal);
  }

  /** Nobody waits for the disk: after a kill, the ids of jobs that have ended are released again. */
  release(ids: readonly string[]): void {
    void this.#outbox.release(ids);
  }

  /** Takes back what is held. */
  async withdraw(deliveries: readonly Pick<JobDelivery, 'id'>[]): Promise<void> {
    if (deliveries.length > 0) await this.#outbox.discard(deliveries.map(({ id }) => id));
  }

  /** A message that cannot be kept fails no job. */
  async #holdMessage(
    job: ReportedJob,
    message: Pick<DeliveryInput, 'webhook'>,
    signal: AbortSignal,
  ): Promise<readonly JobDelivery[]> {
    if (message.webhook === undefined) return [];
    try {
      const ids = await this.#hold({ ...base(job), uploads: [], ...message }, signal);
      return ids.map((id) => ({ id }));
    } catch (error) {
      if (signal.aborted) throw error;
      this.#log(
        `The webhook of a job is not sent, as it could not be kept. ${errorData(error).message}`,
      );
      return [];
    }
  }

  async #hold(work: DeliveryInput, signal: AbortSignal): Promise<readonly string[]> {
    const holding = this.#outbox.hold(work);
    return untilCanceled(signal, holding).catch((error: unknown) => {
      if (signal.aborted) this.#withdrawLate(holding);
      throw error;
    });
  }

  /** Nobody knows of what was still being taken over when its job was canceled. */
  #withdrawLate(holding: Promise<readonly string[]>): void {
    const withdrawal = holding.then(
      async (ids) => this.#outbox.discard(ids),
      () => undefined,
    );
    withdrawal.catch((error: unknown) => {
      this.#log(`What a canceled job had handed over is still there. ${errorData(error).message}`);
    });
  }
}

function uploadsOf({ id, added, options }: Readonly<Job>): UploadsOfJob {
  return { owner: id, batch: String(added), wishes: uploadRequests(options) };
}

/** Those that no earlier try has handed over. */
function remainingRequests({ options, state }: Readonly<Job>): readonly UploadRequest[] {
  const done = new Set(retainedState(state).deliveries?.map(({ wish }) => wish));
  return uploadRequests(options).filter((wish) => !done.has(requestedPlace(wish)));
}

function base({ id, options }: ReportedJob): Pick<DeliveryInput, 'job' | 'compliance'> {
  const { compliance } = options.request;
  return { job: id, ...(compliance !== undefined && { compliance }) };
}

/** A service that makes the PDF tells of it too. */
function messageOf({ options }: ReportedJob, outcome: JobOutcome): Pick<DeliveryInput, 'webhook'> {
  const address = options.renderOn === null ? options.request.webhook : undefined;
  return address === undefined ? {} : { webhook: { address, outcome } };
}
