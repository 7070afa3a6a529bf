import { rm } from 'node:fs/promises';
import type { RemoteReceipt } from '../../../shared/endpoints.js';
import type { ClaimedNames } from '../../delivery/claimed-names.js';
import { type Delivery, type DeliveryPlan, deliverPdf } from '../../delivery/deliver.js';
import { type DeliveryWish, planDelivery } from '../../delivery/plan-delivery.js';
import type { Contents } from '../../delivery/temporary-file.js';
import { untilCanceled } from '../canceled.js';
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
  async plan(wish: DeliveryWish, { title }: PdfFacts, { signal }: JobRun): Promise<DeliveryPlan> {
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
      beforePlacing: async (intent) => run.beforePlacing({ ...placing, intent }),
      onLate: async (late) => this.#takeBack(late, plan, isPrivate),
    });
  }

  /** A PDF that came to be after its job had been canceled is removed, unless it has replaced what was there. */
  async #takeBack({ kind, path }: Delivery, { existing }: DeliveryPlan, isPrivate: boolean) {
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
