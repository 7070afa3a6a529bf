import type { AppErrorData } from '../../../shared/errors.js';
import { s3Uri } from '../../../shared/request/storage.js';
import type { PdfSpool } from '../../files/pdf-spool.js';
import type { Outbox } from '../../outbox/outbox.js';
import type { Delivery, UploadDelivery } from '../../outbox/delivery.js';
import { isAtRest } from '../../outbox/delivery-state.js';
import type { Reporter } from './reporter.js';
import type { MadePdf } from './result-lines.js';
import { literal } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';

/** What became of the uploads of one PDF. */
export interface UploadsEnd {
  readonly delivered: number;
  readonly errors: readonly AppErrorData[];
}

type UploadEnd = 'delivered' | 'other' | AppErrorData;

/** Follows what the jobs of a run have handed over to the outbox, and tells how it ends. */
export class RunDeliveries {
  readonly #outbox: Outbox;
  readonly #kept: Pick<PdfSpool, 'pathOf' | 'remove'>;
  readonly #reporter: Reporter;
  readonly #followed = new Map<MadePdf, readonly string[]>();

  /** @param kept where the outbox keeps its PDFs */
  constructor(outbox: Outbox, kept: Pick<PdfSpool, 'pathOf' | 'remove'>, reporter: Reporter) {
    this.#outbox = outbox;
    this.#kept = kept;
    this.#reporter = reporter;
  }

  /**
   * Tells of the uploads and the webhook of one PDF as each of them ends.
   * @returns when all have ended
   */
  async follow(pdf: MadePdf, ids: readonly string[]): Promise<UploadsEnd> {
    this.#followed.set(pdf, ids);
    const ends = await Promise.all(ids.map(async (id) => this.#end(pdf, id)));
    const errors = ends.filter((end) => typeof end === 'object');
    if (errors.length > 0) await this.#dropCopy(pdf, ids);
    return { delivered: ends.filter((end) => end === 'delivered').length, errors };
  }

  /** Tells where the PDFs are whose uploads have been stopped, and which webhooks were not told. */
  async tellStopped(): Promise<void> {
    for (const [pdf, ids] of this.#followed) {
      const others = ids
        .map((id) => this.#outbox.get(id))
        .filter((each) => each?.kind === 'webhook');
      if (others.some(({ state }) => !isAtRest(state))) {
        this.#reporter.webhookFailed(pdf.label, notTold);
      }
      const uploads = this.#uploads(ids);
      const stopped = uploads.filter(({ state }) => !isAtRest(state));
      if (stopped.length === 0) continue;
      const isDelivered = uploads.some(({ state }) => state.status === 'delivered');
      if (pdf.path !== null && !isDelivered) this.#reporter.savedOnly(pdf, pdf.path);
      for (const upload of stopped) {
        const path = pdf.path ?? this.#kept.pathOf(upload.pdf.id);
        this.#reporter.notUploaded(pdf.label, s3Uri(upload), path);
      }
      await this.#dropCopy(pdf, ids);
    }
  }

  async #end(pdf: MadePdf, id: string): Promise<UploadEnd> {
    const [delivery] = await this.#outbox.settled([id]);
    if (delivery === undefined) return 'other';
    return delivery.kind === 'upload' ? this.#uploadEnd(pdf, delivery) : this.#told(pdf, delivery);
  }

  #told({ label }: MadePdf, { state }: Delivery): UploadEnd {
    if (state.status === 'failed') this.#reporter.webhookFailed(label, state.error);
    return 'other';
  }

  #uploadEnd(pdf: MadePdf, upload: UploadDelivery): UploadEnd {
    const { state } = upload;
    if (state.status === 'failed') return this.#failed(pdf, upload, state.error);
    if (state.status === 'skipped') {
      const place = state.receipt?.url ?? s3Uri(upload);
      this.#reporter.skipped(pdf.label, 'url', place);
    }
    if (state.status !== 'delivered' || !state.receipt) return 'other';
    this.#reporter.uploaded(pdf, state.receipt);
    return 'delivered';
  }

  #failed(pdf: MadePdf, upload: UploadDelivery, error: AppErrorData): AppErrorData {
    const path = pdf.path === null ? this.#kept.pathOf(upload.pdf.id) : null;
    const kept = path === null ? '' : `; the PDF is kept at ${path}`;
    const message = `${englishText(error.message).replace(/\.$/, '')}${kept}.${adviceOn(error)}`;
    const told = { ...error, message: literal(message) };
    this.#reporter.failed(pdf.label, told, pdf.facts?.preflight);
    return told;
  }

  /** A PDF that is on this computer anyway is not kept a second time. */
  async #dropCopy({ path }: MadePdf, ids: readonly string[]): Promise<void> {
    const [upload] = this.#uploads(ids);
    if (path !== null && upload) await this.#kept.remove(upload.pdf.id);
  }

  #uploads(ids: readonly string[]): readonly UploadDelivery[] {
    return ids.map((id) => this.#outbox.get(id)).filter((delivery) => delivery?.kind === 'upload');
  }
}

const notTold: AppErrorData = {
  code: 'canceled',
  message: literal('The webhook was not told, as the run was stopped.'),
};

function adviceOn({ code }: AppErrorData): string {
  if (code !== 'object-exists') return '';
  return ' Say what happens then: --existing overwrite, --existing number or --existing skip.';
}
