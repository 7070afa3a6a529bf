import type { DeliveryReceipt } from '../../../shared/deliveries.js';
import { AppError, type AppErrorData, errorData } from '../../../shared/messages/errors.js';
import { type Message, literal, message } from '../../../shared/messages/message.js';
import {
  type ObjectOption,
  clearedSettings,
  objectOptions,
  overriddenSettings,
} from '../../../shared/object-settings.js';
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
import type { PdfSpool } from '../../files/pdf-spool.js';
import {
  type Delivery,
  type UploadDelivery,
  isAtRest,
  isDone,
  isPrivate,
} from '../../outbox/delivery.js';
import type { KeptUploads, ServerOverrides } from '../../outbox/kept-uploads.js';
import { type ServerAccess, bucketAccessTo, uploaders } from '../../outbox/uploaders.js';
import type { DeliverySettings } from '../../outbox/delivery-settings.js';
import type { UploadPlace } from '../../outbox/delivery-sink.js';
import { DirectSink, type DirectSinkOptions } from '../../outbox/direct-sink.js';
import { uploadsMessage } from './progress.js';
import { serverSecret } from './server-options.js';
import type { PdfResult, Reporter } from './reporter.js';

/** The settings of deliveries, with the targets in them. */
export interface ConvertDeliverySettings extends DeliverySettings {
  readonly targets: {
    readonly list: readonly UploadTarget[];
    /** Returns the target of a name, ignoring case. */
    readonly named: (name: string) => UploadTarget | undefined;
    /** Returns why the target of a name can't be used. */
    readonly issueOf: (name: string) => Message | undefined;
  };
}

interface Overrides extends Readonly<Partial<Pick<BucketAccess, 'acl' | 'object'>>> {
  /** The options of the destination that uploads do not use. */
  readonly cleared?: readonly ObjectOption[];
  /** For servers. */
  readonly server?: ServerOverrides;
}

export interface RunDeliveriesOptions {
  /** Stores the PDFs until they are uploaded. */
  readonly spool: PdfSpool;
  /** Notes where PDFs are still to be uploaded. */
  readonly kept: Pick<KeptUploads, 'note' | 'remove'>;
  /** Reads the settings on first use. */
  readonly settings: () => Promise<DeliverySettings>;
  /** Allows webhooks to this machine and to private networks, regardless of the settings. */
  readonly allowPrivateWebhook: boolean;
  /** What uploads send regardless of the settings; an ACL of null: none. */
  readonly overrides: Overrides;
  /** How long links to the uploaded objects are valid, in seconds; absent: there are none. */
  readonly linkSeconds?: number | undefined;
  readonly reporter: Reporter;
  /** Whether connections to buckets must be encrypted (hipaa). */
  readonly encryptedOnly: boolean;
  /** All uploads to a bucket fail from now on. */
  readonly onBucketFailed: () => void;
  /** Returns the source of a job. */
  readonly labelOf: (job: string | null) => string;
}

/** The outcome of the uploads of one PDF. */
export interface UploadsEnd {
  readonly delivered: number;
  readonly errors: readonly AppErrorData[];
}

type DeliveryEnd = 'delivered' | 'other' | AppErrorData;

/** Delivers the PDFs of a run, and reports their progress and results. */
export class RunDeliveries {
  /** Takes the deliveries of the jobs. */
  readonly sink: DirectSink;
  readonly #spool: Pick<PdfSpool, 'pathOf' | 'remove'>;
  readonly #reporter: Reporter;
  readonly #watched = new Map<PdfResult, readonly string[]>();
  readonly #accessTo: Transports['accessTo'];
  readonly #encryptedOnly: boolean;
  readonly #kept: RunDeliveriesOptions['kept'];
  readonly #overrides: Overrides;
  readonly #linkSeconds: number | undefined;
  /** How many PDFs were kept for `outbox`. */
  #keptCount = 0;
  /** The uploads that failed for a reason that concerns their whole bucket. */
  readonly #failures: { readonly upload: UploadDelivery; readonly error: AppErrorData }[] = [];

  constructor(options: RunDeliveriesOptions) {
    const { spool, reporter, encryptedOnly, kept, overrides } = options;
    this.#encryptedOnly = encryptedOnly;
    this.#kept = kept;
    this.#overrides = overrides;
    this.#linkSeconds = options.linkSeconds;
    this.#accessTo = transportsOf(options).accessTo;
    this.#spool = spool;
    this.#reporter = reporter;
    this.sink = new DirectSink({ ...transportsOf(options), ...listeners(options), pdfs: spool });
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
    const options = { encryptedOnly: this.#encryptedOnly };
    const checks = places.map(async ({ target, ...place }) => {
      try {
        await uploaders.checkAccess(await this.#accessTo(target, place), place, options);
      } catch (error) {
        throw failureOfAll(place, errorData(error), count);
      }
    });
    await Promise.all(checks);
  }

  /** Returns the URLs of the objects at these places if all are known to exist; otherwise none. */
  async existing(places: readonly UploadPlace[]): Promise<readonly string[]> {
    const options = { encryptedOnly: this.#encryptedOnly };
    const looks = places.map(async ({ target, ...place }) =>
      uploaders.existingObject(await this.#accessTo(target, place), place, options),
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
    // The others were stopped, and are reported then.
    if (this.#deliveries(ids).every(({ state }) => isAtRest(state))) this.#watched.delete(pdf);
    const errors = ends.filter((end) => typeof end === 'object');
    if (errors.length > 0) await this.#keepUndelivered(pdf, ids);
    return { delivered: ends.filter((end) => end === 'delivered').length, errors };
  }

  /**
   * Uploads a PDF that an earlier run kept, and reports that. It is removed when it has arrived
   * everywhere.
   */
  async resend(pdf: PdfResult, uploads: readonly UploadDelivery[]): Promise<UploadsEnd> {
    this.sink.resume(uploads);
    const ids = uploads.map(({ id }) => id);
    const end = await this.follow(pdf, ids);
    const [first] = uploads;
    if (this.#uploads(ids).every(({ state }) => isDone(state))) {
      if (first) await this.#kept.remove(first.pdf.id);
    } else if (end.errors.length === 0) {
      // Stopped ones; `follow` has kept those that failed.
      await this.#keepUndelivered(pdf, ids);
    }
    return end;
  }

  /** Reports where the PDFs of stopped uploads are, and which webhooks were not sent. */
  async reportStopped(): Promise<void> {
    for (const [pdf, ids] of this.#watched) {
      const webhooks = this.#deliveries(ids).filter(({ kind }) => kind === 'webhook');
      if (webhooks.some(({ state }) => !isAtRest(state))) {
        this.#reporter.webhookFailed(pdf.label, webhookStopped);
      }
      const uploads = this.#uploads(ids);
      const stopped = uploads.filter(({ state }) => !isAtRest(state));
      if (stopped.length === 0) continue;
      const isDelivered = uploads.some(({ state }) => state.status === 'delivered');
      if (pdf.path !== null && !isDelivered) this.#reporter.savedOnly(pdf, pdf.path);
      for (const upload of stopped) {
        const path = pdf.path ?? this.#spool.pathOf(upload.pdf.id);
        const destination = locationUri(upload);
        const text = message('convert.notUploaded', { destination, path });
        this.#reporter.interrupted(pdf.label, text);
      }
      await this.#keepUndelivered(pdf, ids);
    }
  }

  async #end(pdf: PdfResult, id: string): Promise<DeliveryEnd> {
    const delivery = await this.sink.result(id);
    if (delivery === undefined) return 'other';
    if (delivery.kind === 'upload') return await this.#uploadEnd(pdf, delivery);
    const { state } = delivery;
    if (state.status === 'failed') this.#reporter.webhookFailed(pdf.label, state.error);
    return 'other';
  }

  async #uploadEnd(pdf: PdfResult, upload: UploadDelivery): Promise<DeliveryEnd> {
    const { state } = upload;
    if (state.status === 'failed') return this.#failed(pdf, upload, state.error);
    if (state.status === 'skipped') {
      const place = state.receipt?.url ?? locationUri(upload);
      this.#reporter.skipped(pdf.label, 'url', place);
    }
    if (state.status !== 'delivered' || !state.receipt) return 'other';
    if (this.#linkSeconds !== undefined && 'bucket' in upload) {
      return this.#linkedEnd(pdf, upload, state.receipt, this.#linkSeconds);
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
    const spoolPath = pdf.path === null ? this.#spool.pathOf(upload.pdf.id) : null;
    const reported = { ...error, message: failureMessage(error, spoolPath) };
    const common = this.sink.failureOfRoute(upload);
    if (common !== undefined) this.#failures.push({ upload, error: common });
    this.#reporter.failed(pdf.label, reported, pdf.facts?.preflight, common !== undefined);
    return reported;
  }

  /** Notes what is left to upload. A PDF that was also saved is not kept a second time. */
  async #keepUndelivered({ path, label }: PdfResult, ids: readonly string[]): Promise<void> {
    const uploads = this.#uploads(ids).filter(({ state }) => !isDone(state));
    const [first] = uploads;
    if (first === undefined) return;
    const { id } = first.pdf;
    if (path !== null) return this.#spool.remove(id);
    const source = isPrivate(first) ? '' : label;
    const note = { source, uploads, ...this.#overrides };
    try {
      await this.#kept.note(id, note);
      this.#keptCount += 1;
    } catch (error) {
      this.#reporter.notice(label, errorData(error).message);
    }
  }

  #uploads(ids: readonly string[]): readonly UploadDelivery[] {
    return this.#deliveries(ids).filter((delivery) => delivery.kind === 'upload');
  }

  #deliveries(ids: readonly string[]): readonly Delivery[] {
    return ids.flatMap((id) => this.sink.get(id) ?? []);
  }
}

type Transports = Pick<DirectSinkOptions, 'upload' | 'abortUpload' | 'sendWebhook' | 'accessTo'>;

function transportsOf({
  settings,
  allowPrivateWebhook,
  overrides,
}: RunDeliveriesOptions): Transports {
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
    accessTo: async (target, place) => {
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
 * Returns the access to a server with what the command line and the environment sign in with; null
 * if they name nothing for it.
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

/** Returns an access with what the command line sets, option by option. */
function overridden(
  access: BucketAccess,
  { object = {}, cleared = [], ...overrides }: Overrides,
): BucketAccess {
  const base = clearedSettings(access.object ?? {}, cleared);
  return {
    ...access,
    ...overrides,
    object: overriddenSettings(base, object),
    objectFlags: objectOptions.filter((option) => object[option] !== undefined),
  };
}

function listeners({
  reporter,
  labelOf,
  onBucketFailed,
}: RunDeliveriesOptions): Pick<
  DirectSinkOptions,
  'onProgress' | 'onRetry' | 'onRouteFailed' | 'log'
> {
  return {
    onRouteFailed: onBucketFailed,
    onProgress: (unfinished) => reporter.uploads(uploadsMessage(unfinished)),
    onRetry: ({ job }, error, delayMs) => reporter.retrying(labelOf(job), error, delayMs / 1000),
    log: (line) => reporter.notice(null, literal(line)),
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
 * Returns the target that `--target` names; null for the AWS configuration of this machine.
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
