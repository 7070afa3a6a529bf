import type { DeliveryReceipt, DeliveryRow } from '../../../shared/deliveries.js';
import { AppError, type AppErrorData, errorData } from '../../../shared/messages/errors.js';
import { type Message, literal, message } from '../../../shared/messages/message.js';
import {
  clearedSettings,
  objectOptions,
  overriddenSettings,
} from '../../../shared/object-settings.js';
import type { ExistingPolicy } from '../../../shared/output.js';
import { hasComplianceFlag } from '../../../shared/request/fields.js';
import { excerpt, quote } from '../../../shared/request/text.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import { type UploadTarget, machineTarget } from '../../../shared/targets.js';
import {
  type UploadLocation,
  containerOf,
  isSftpDestination,
  locationUri,
} from '../../../shared/upload-location.js';
import type { BucketAccess } from '../../s3/bucket-access.js';
import { PdfSpool } from '../../files/pdf-spool.js';
import {
  type Delivery,
  type ServerOverrides,
  type UploadDelivery,
  type UploadOverrides,
  isAtRest,
  isDone,
} from '../../outbox/delivery.js';
import type { DeliveryTransports } from '../../outbox/runner.js';
import type { DeliverySettings } from '../../outbox/delivery-settings.js';
import type { DeliverySink, UploadPlace } from '../../outbox/delivery-sink.js';
import { Outbox } from '../../outbox/outbox.js';
import { type DeliveryFiles, OutboxFolder } from '../../outbox/outbox-folder.js';
import { interactiveSchedule } from '../../outbox/schedule.js';
import {
  type ServerAccess,
  type UploadAccessTo,
  bucketAccessTo,
  uploaders,
} from '../../outbox/uploaders.js';
import { uploadsMessage } from './progress.js';
import { serverSecret } from './server-options.js';
import type { PdfResult, Reporter } from './reporter.js';

export interface ConvertDeliverySettings extends DeliverySettings {
  readonly targets: {
    readonly list: readonly UploadTarget[];
    /** Ignores case. */
    readonly named: (name: string) => UploadTarget | undefined;
    /** Why the target of this name can't be used. */
    readonly issueOf: (name: string) => Message | undefined;
  };
}

export interface RunDeliveriesOptions {
  /** Full path of the folder for PDFs that are not delivered; see {@link UndeliveredUploads}. */
  readonly folder: string;
  /** Uploads of earlier runs, whose PDFs are in the folder. */
  readonly deliveries?: readonly UploadDelivery[];
  /** Reads the settings on first use. */
  readonly settings: () => Promise<DeliverySettings>;
  /** Allows webhooks to this machine and to private networks, regardless of the settings. */
  readonly allowPrivateWebhook: boolean;
  /** What new uploads send regardless of the settings. */
  readonly overrides?: UploadOverrides | undefined;
  /** How long links to the uploaded objects are valid, in seconds; absent: there are none. */
  readonly linkSeconds?: number | undefined;
  readonly reporter: Reporter;
  /** Whether connections to buckets must be encrypted (hipaa). */
  readonly encryptedOnly: boolean;
  /** All uploads to a bucket fail from now on. */
  readonly onBucketFailed: () => void;
  /** The source of the job. */
  readonly labelOf: (job: string | null) => string;
}

/** The outcome of the uploads of one PDF. */
export interface UploadsEnd {
  readonly delivered: number;
  readonly errors: readonly AppErrorData[];
}

type DeliveryEnd = 'delivered' | 'other' | AppErrorData;

/**
 * Delivers the PDFs of a run, and reports their progress and results. What does not arrive stays
 * for `outbox`, however the run ends.
 */
export class RunDeliveries {
  /** Takes the deliveries of the jobs. */
  readonly sink: DeliverySink;
  readonly #outbox: Outbox;
  readonly #options: RunDeliveriesOptions;
  readonly #reporter: Reporter;
  readonly #accessTo: UploadAccessTo;
  readonly #watched = new Map<PdfResult, readonly string[]>();
  /** Called when a delivery is at rest. */
  readonly #onEnd = new Map<string, (delivery: Delivery) => void>();
  /** How many PDFs were kept for `outbox`. */
  #keptCount = 0;
  /** The uploads that failed for a reason that concerns their whole bucket. */
  readonly #failures: { readonly upload: UploadDelivery; readonly error: AppErrorData }[] = [];

  constructor(options: RunDeliveriesOptions) {
    const { folder, deliveries = [], overrides, reporter, labelOf } = options;
    this.#options = options;
    this.#reporter = reporter;
    const { accessTo, ...transports } = transportsOf(options);
    this.#accessTo = async (target, place) => accessTo(target, place, overrides);
    const outbox = new Outbox({
      ...transports,
      accessTo,
      files: new UndeliveredUploads(folder),
      pdfs: new PdfSpool(folder),
      deliveries,
      schedule: interactiveSchedule,
      onChange: () => reporter.uploads(uploadsMessage(outbox.rows.filter(isUnfinishedUpload))),
      onRetry: (delivery, error, delayMs) => {
        reporter.retrying(labelOf(delivery.job) || delivery.source, error, delayMs / 1000);
      },
      onRefusal: () => options.onBucketFailed(),
      onEnd: (delivery) => this.#onEnd.get(delivery.id)?.(delivery),
      onWriteErrorChange: () => {
        if (outbox.writeError !== null) reporter.notice(null, outbox.writeError);
      },
      log: (line) => reporter.notice(null, literal(line)),
    });
    this.#outbox = outbox;
    this.sink = {
      stage: async (input) => {
        const isPrivate = input.compliance !== undefined && hasComplianceFlag(input.compliance);
        const source = isPrivate ? {} : { source: withoutSecrets(labelOf(input.job)) };
        return outbox.stage({ ...input, ...source, ...(overrides && { overrides }) });
      },
      release: async (ids) => outbox.release(ids),
      discard: async (ids) => outbox.discard(ids),
    };
    outbox.start();
  }

  /** Sends the uploads of earlier runs. @param existing absent: as those runs chose */
  retry(ids: readonly string[], existing: ExistingPolicy | undefined): void {
    this.#outbox.retry(ids, existing);
  }

  /**
   * Stops what has not ended; call {@link reportStopped} afterwards. Resolves when all is on the
   * disk; a server that hangs delays that by some seconds at most.
   */
  async stop(): Promise<void> {
    this.#outbox.cancel(this.#outbox.rows.map(({ id }) => id));
    await this.#outbox.stop();
  }

  /**
   * Checks that no upload is bound to fail, before anything is converted.
   * @param places a destination in each bucket and on each server
   * @param count how many PDFs there will be; 0 if that is unknown
   * @throws AppError that says so once for all PDFs
   */
  async checkAccess(
    places: readonly (UploadLocation & Pick<UploadPlace, 'target'>)[],
    count: number,
  ): Promise<void> {
    const { encryptedOnly } = this.#options;
    const checks = places.map(async ({ target, ...place }) => {
      try {
        await uploaders.checkAccess(await this.#accessTo(target, place), place, {
          encryptedOnly,
        });
      } catch (error) {
        throw failureOfAll(place, errorData(error), count);
      }
    });
    await Promise.all(checks);
  }

  /** Their URLs if all are known to exist; otherwise none. */
  async existing(places: readonly UploadPlace[]): Promise<readonly string[]> {
    const { encryptedOnly } = this.#options;
    const looks = places.map(async ({ target, ...place }) =>
      uploaders.existingObject(await this.#accessTo(target, place), place, { encryptedOnly }),
    );
    const urls = (await Promise.all(looks)).filter((url) => url !== null);
    return urls.length === places.length ? urls : [];
  }

  /**
   * Reports once for each bucket why all uploads to it failed.
   * @param notConverted how many PDFs were not made for that reason
   */
  reportFailedBuckets(notConverted: number): void {
    const buckets = [...new Set(this.#failures.map(({ upload }) => containerOf(upload)))];
    for (const bucket of buckets) {
      const failed = this.#failures.filter(({ upload }) => containerOf(upload) === bucket);
      const [first] = failed;
      if (first === undefined) continue;
      const error = failureOfAll(first.upload, first.error, failed.length + notConverted);
      this.#reporter.failedTogether(error.toData());
    }
    if (buckets.length === 0 || this.#keptCount === 0) return;
    this.#reporter.notice(null, message('convert.keptInOutbox', { count: this.#keptCount }));
  }

  /**
   * Reports the uploads and the webhook of one PDF as they end.
   * @returns when all have ended
   */
  async follow(pdf: PdfResult, ids: readonly string[]): Promise<UploadsEnd> {
    this.#watched.set(pdf, ids);
    const ends = await Promise.all(ids.map(async (id) => this.#end(pdf, id)));
    // Those that were stopped are reported then.
    if (!this.#deliveries(ids).some(isStopped)) this.#watched.delete(pdf);
    const errors = ends.filter((end) => typeof end === 'object');
    if (errors.length > 0) this.#keepUndelivered(pdf, ids);
    return { delivered: ends.filter((end) => end === 'delivered').length, errors };
  }

  /**
   * Reports where the PDFs of stopped uploads are, and which webhooks were not sent. Resolves when
   * the disk has no more than what is kept.
   */
  async reportStopped(): Promise<void> {
    for (const [pdf, ids] of this.#watched) {
      const stopped = this.#deliveries(ids).filter(isStopped);
      if (stopped.some(({ kind }) => kind === 'webhook')) {
        this.#reporter.webhookFailed(pdf.label, webhookStopped);
      }
      this.#reportStoppedUploads(pdf, ids);
    }
    await this.#outbox.flush();
  }

  #reportStoppedUploads(pdf: PdfResult, ids: readonly string[]): void {
    const uploads = this.#uploads(ids);
    const stopped = uploads.filter(isStopped);
    if (stopped.length === 0) return;
    const isDelivered = uploads.some(({ state }) => state.status === 'delivered');
    if (pdf.path !== null && !isDelivered) this.#reporter.savedOnly(pdf, pdf.path);
    for (const upload of stopped) {
      const path = pdf.path ?? this.#outbox.pathOf(upload.pdf.id);
      const destination = locationUri(upload);
      const text = message('convert.notUploaded', { destination, path });
      this.#reporter.interrupted(pdf.label, text);
    }
    this.#keepUndelivered(pdf, ids);
  }

  async #end(pdf: PdfResult, id: string): Promise<DeliveryEnd> {
    const delivery = await this.#delivered(id);
    if (delivery === undefined) return 'other';
    if (delivery.kind === 'upload') return await this.#uploadEnd(pdf, delivery);
    const { state } = delivery;
    if (state.status === 'failed') this.#reporter.webhookFailed(pdf.label, state.error);
    return 'other';
  }

  /** Resolves when a delivery is at rest, with undefined if it does not exist. */
  async #delivered(id: string): Promise<Delivery | undefined> {
    const delivery = this.#outbox.get(id);
    if (delivery === undefined || isAtRest(delivery.state)) return delivery;
    return new Promise((resolve) => this.#onEnd.set(id, resolve));
  }

  async #uploadEnd(pdf: PdfResult, upload: UploadDelivery): Promise<DeliveryEnd> {
    const { state } = upload;
    if (state.status === 'failed') return this.#failed(pdf, upload, state.error);
    if (state.status === 'skipped') {
      const place = state.receipt?.url ?? locationUri(upload);
      this.#reporter.skipped(pdf.label, 'url', place);
    }
    if (state.status !== 'delivered' || !state.receipt) return 'other';
    const { linkSeconds } = this.#options;
    if (linkSeconds !== undefined && 'bucket' in upload) {
      return this.#linkedEnd(pdf, upload, state.receipt, linkSeconds);
    }
    this.#reporter.uploaded(pdf, state.receipt);
    return 'delivered';
  }

  async #linkedEnd(
    pdf: PdfResult,
    { target, bucket }: Pick<UploadDelivery, 'target'> & { readonly bucket: string },
    receipt: DeliveryReceipt,
    seconds: number,
  ): Promise<DeliveryEnd> {
    // The upload may have numbered the name.
    const place = { bucket, key: receipt.destination.slice(`s3://${bucket}/`.length) };
    try {
      const access = await bucketAccessTo(this.#accessTo)(target, place);
      const { timeLimitedLink } = await import('../../s3/time-limited-link.js');
      this.#reporter.uploaded(pdf, receipt, await timeLimitedLink(access, place, seconds));
      return 'delivered';
    } catch (thrown) {
      const error = errorData(thrown);
      this.#reporter.uploaded(pdf, receipt);
      this.#reporter.failed(pdf.label, error);
      return error;
    }
  }

  #failed(pdf: PdfResult, upload: UploadDelivery, error: AppErrorData): AppErrorData {
    const spoolPath = pdf.path === null ? this.#outbox.pathOf(upload.pdf.id) : null;
    const reported = { ...error, message: failureMessage(error, spoolPath) };
    const common = this.#outbox.refusalOf(upload);
    if (common !== undefined) this.#failures.push({ upload, error: common });
    this.#reporter.failed(pdf.label, reported, pdf.facts?.preflight, common !== undefined);
    return reported;
  }

  /** A PDF that was also saved is not kept a second time. */
  #keepUndelivered({ path }: PdfResult, ids: readonly string[]): void {
    const left = this.#uploads(ids).filter(({ state }) => !isDone(state));
    if (path !== null) this.#outbox.remove(left.map(({ id }) => id));
    else if (left.length > 0) this.#keptCount += 1;
  }

  #uploads(ids: readonly string[]): readonly UploadDelivery[] {
    return this.#deliveries(ids).filter((delivery) => delivery.kind === 'upload');
  }

  #deliveries(ids: readonly string[]): readonly Delivery[] {
    return ids.flatMap((id) => this.#outbox.get(id) ?? []);
  }
}

/**
 * The uploads of commands that have not arrived, in the folder that `outbox` reads. A webhook is
 * not sent by a later run.
 */
class UndeliveredUploads implements DeliveryFiles {
  readonly #folder: OutboxFolder;

  constructor(folder: string) {
    this.#folder = new OutboxFolder(folder);
  }

  async save(delivery: Delivery): Promise<void> {
    if (delivery.kind === 'webhook') return;
    if (isDone(delivery.state)) return this.#folder.delete(delivery.id);
    return this.#folder.save(delivery);
  }

  async delete(id: string): Promise<void> {
    return this.#folder.delete(id);
  }
}

/** The user and the query of a URL may be secrets; it is noted beside the PDF. */
function withoutSecrets(label: string): string {
  if (!/^https?:/i.test(label) || !URL.canParse(label)) return label;
  const { origin, pathname } = new URL(label);
  return `${origin}${pathname}`;
}

function isStopped({ state }: Delivery): boolean {
  return !isDone(state) && state.status !== 'failed';
}

function isUnfinishedUpload({ kind, status }: DeliveryRow): boolean {
  return kind === 'upload' && (status === 'waiting' || status === 'running');
}

function transportsOf({ settings, allowPrivateWebhook }: RunDeliveriesOptions): DeliveryTransports {
  return {
    upload: uploaders.upload,
    abortUpload: uploaders.abortUpload,
    sendWebhook: async (post, signal) => {
      const [{ webhookSender }, { signingSecretOfCommand }] = await Promise.all([
        import('../../webhooks/send-webhook.js'),
        import('../../webhooks/signing-secret.js'),
      ]);
      const { webhookSecret, privateWebhooks } = await settings();
      const secret = async () => signingSecretOfCommand(webhookSecret);
      const allowsPrivate = () => allowPrivateWebhook || privateWebhooks();
      await webhookSender({ secret, allowsPrivate })(post, signal);
    },
    accessTo: async (target, place, overrides = {}) => {
      const { accessTo } = await settings();
      if (target === null && 'server' in place) {
        const override = await ownServerAccess(place.server, overrides.server);
        if (override !== null) return override;
      }
      const access = await accessTo(target, place);
      return 'kind' in access ? access : overridden(access, overrides);
    },
  };
}

/**
 * What the command line and the environment sign in with; null if they name nothing for the server.
 */
async function ownServerAccess(
  server: string,
  overrides: ServerOverrides = {},
): Promise<ServerAccess | null> {
  const { identity, passwordFile, hostKey = null } = overrides;
  const secret = await serverSecret(passwordFile);
  if (!isSftpDestination(server)) {
    return secret === null ? null : { kind: 'webdav', server, password: secret, caFile: null };
  }
  const access = { kind: 'sftp', server, hostKey } as const;
  if (identity !== undefined) {
    return { ...access, login: { kind: 'key', file: identity, passphrase: secret } };
  }
  if (secret !== null) return { ...access, login: { kind: 'password', password: secret } };
  return hostKey === null ? null : { ...access, login: { kind: 'default' } };
}

/** With what the command line sets, option by option. */
function overridden(
  access: BucketAccess,
  { acl, object = {}, cleared = [] }: UploadOverrides,
): BucketAccess {
  const base = clearedSettings(access.object ?? {}, cleared);
  return {
    ...access,
    ...(acl !== undefined && { acl }),
    object: overriddenSettings(base, object),
    objectFlags: objectOptions.filter((option) => object[option] !== undefined),
  };
}

/** @param count how many PDFs it concerns; 0 if that is unknown */
function failureOfAll(place: UploadLocation, error: AppErrorData, count: number): AppError {
  const { code, message: reason, fields } = error;
  const text =
    'bucket' in place
      ? message('convert.bucketFailed', { bucket: place.bucket, reason, count })
      : message('serverOptions.allFailed', { server: containerOf(place), reason, count });
  return new AppError(code, text, fields);
}

const webhookStopped: AppErrorData = {
  code: 'canceled',
  message: message('outbox.webhookStopped'),
};

/** @param spoolPath path of the PDF, if it was not saved */
function failureMessage(
  { code, message: reason }: AppErrorData,
  spoolPath: string | null,
): Message {
  const error =
    spoolPath === null
      ? reason
      : message('convert.uploadFailedKept', { error: reason, path: spoolPath });
  return code === 'object-exists' ? message('convert.objectExists', { error }) : error;
}

/**
 * Null for the AWS configuration of this machine.
 * @throws AppError `invalid-request` if the settings have no destination of this name
 */
export async function findTarget(
  name: string,
  settings: () => Promise<ConvertDeliverySettings>,
): Promise<UploadTarget | null> {
  if (name.trim().toLowerCase() === machineTarget) return null;
  const { targets } = await settings();
  const target = targets.named(name);
  if (target !== undefined) return target;
  const names = targets.list.map((target) => target.name);
  const issue =
    targets.issueOf(name) ??
    message('convert.unknownTarget', {
      name: excerpt(name),
      count: names.length,
      names: names.map(quote),
      machine: machineTarget,
    });
  throw invalidRequest([{ field: 'target', message: issue }]);
}
