import { rm } from 'node:fs/promises';
import type { RemoteReceipt } from '../../shared/endpoints.js';
import type { ClaimedNames } from '../files/claimed-names.js';
import { type Delivery, type DeliveryPlan, deliverPdf } from '../files/deliver.js';
import { type DeliveryRequest, planDelivery } from '../files/plan-delivery.js';
import type { Contents } from '../files/temporary-file.js';
import { untilCanceled } from '../engine/canceled.js';
import { deliverUntilCanceled } from './cancelable-delivery.js';
import type { JobDelivery, PdfFacts } from './job.js';
import type { JobRun } from './job-work.js';

/** A PDF in memory, as far as its delivery is concerned. */
export interface MadePdf {
  readonly contents: Contents;
  readonly facts: PdfFacts;
  /** What the service answered that made it; absent where this computer did. */
  readonly remote?: RemoteReceipt | undefined;
}

/** Writes the PDFs of jobs to this computer. */
export class LocalCopies {
  readonly #names: ClaimedNames;
  readonly #log: (line: string) => void;

  constructor(names: ClaimedNames, log: (line: string) => void) {
    this.#names = names;
    this.#log = log;
  }

  /** @throws AppError `write-failed` if the disk does not say what is there; `canceled` */
  async plan(
    wish: DeliveryRequest,
    { title }: PdfFacts,
    { signal }: JobRun,
  ): Promise<DeliveryPlan> {
    return untilCanceled(signal, planDelivery(wish, this.#names, title));
  }

  /**
   * @param deliveries what has been handed over of the PDF, which is to be remembered with its name
   * @param isPrivate keeps the path out of the log
   * @throws AppError `write-failed`; `canceled`
   */
  async write(
    plan: DeliveryPlan,
    { contents, facts, remote }: MadePdf,
    run: JobRun,
    { deliveries, isPrivate }: { deliveries: readonly JobDelivery[]; isPrivate: boolean },
  ): Promise<Delivery> {
    const placing = {
      pdf: facts,
      ...(deliveries.length > 0 && { deliveries }),
      ...(remote && { remote }),
    };
    return deliverUntilCanceled(async (hooks) => deliverPdf(plan, contents, hooks), {
      signal: run.signal,
      beforeCommit: async (intent) => run.beforeCommit({ ...placing, intent }),
      onLate: async (late) => this.#undoEnqueue(late, plan, isPrivate),
    });
  }

  /** A PDF that came to be after its job had been canceled is removed, unless it has replaced what was there. */
  async #undoEnqueue({ kind, path }: Delivery, { existing }: DeliveryPlan, isPrivate: boolean) {
    if (kind === 'skipped') return;
    const isRemoved = existing !== 'overwrite' && (await isGone(path));
    const name = isPrivate ? 'A private PDF' : path;
    if (!isRemoved) this.#log(`${name} was written after its job had been canceled.`);
  }
}

async function isGone(path: string): Promise<boolean> {
  return rm(path).then(
    () => true,
    () => false,
  );
}
