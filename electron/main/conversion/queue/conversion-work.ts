import { AppError, errorData } from '../../../shared/errors.js';
import type { ConversionSource } from '../../../shared/request/source.js';
import { rm } from 'node:fs/promises';
import type { ClaimedNames } from '../../delivery/claimed-names.js';
import {
  type Delivery,
  type DeliveryPlan,
  deliverPdf,
  skippedDelivery,
} from '../../delivery/deliver.js';
import type { KeptPdfs } from '../../delivery/kept-pdfs.js';
import type { Contents } from '../../delivery/temporary-file.js';
import {
  type DeliveryWish,
  claimName,
  needsTitle,
  planDelivery,
} from '../../delivery/plan-delivery.js';
import { throwIfCanceled, untilCanceled } from '../canceled.js';
import type { PdfEngine } from '../pdf-engine.js';
import { deliverUntilCanceled } from './cancelable-delivery.js';
import { type EndState, type Job, type PdfFacts, keptPdf, withKeptPdf } from './job.js';
import type { JobMemory } from './job-memory.js';
import type { JobRun, JobWork } from './job-work.js';

export interface WorkParts {
  readonly engine: PdfEngine;
  readonly memory: JobMemory;
  /** PDFs that could not be written where they should go. */
  readonly kept: KeptPdfs;
  /** The names that the jobs have between them. */
  readonly names: ClaimedNames;
  /** Full path of the folder for what has no folder of its own, such as an address. */
  readonly elsewhere: string;
  /** Full path of the one PDF that is to be made, where a person has named it. */
  readonly path?: string | undefined;
  /** Takes a line for the log. */
  readonly log?: ((line: string) => void) | undefined;
}

/** A PDF in memory, as far as its delivery is concerned. */
interface MadePdf {
  readonly contents: Contents;
  readonly facts: PdfFacts;
}

/** Jobs that are converted by an engine and written to the disk. */
export class ConversionWork implements JobWork {
  readonly #parts: WorkParts;

  constructor(parts: WorkParts) {
    this.#parts = parts;
  }

  async run(job: Readonly<Job>, run: JobRun): Promise<EndState> {
    try {
      const kept = keptPdf(job.state);
      const wish = this.#wish(job, await this.#parts.memory.readSource(job.source));
      return await (kept ? this.#writeKept(job, wish, kept, run) : this.#convert(job, wish, run));
    } catch (error) {
      if (!run.signal.aborted) throw error;
      return { status: 'canceled', ...withKeptPdf(job.state) };
    }
  }

  /** Names are given in the order of the list, not in the order in which jobs happen to run: a restart changes nothing then. */
  expect(job: Readonly<Job>): void {
    const { names } = this.#parts;
    if (job.state.status === 'completed') {
      names.claim(job.id, job.state.path);
      return;
    }
    const wish = this.#wish(job, job.source.kind === 'stored-html' ? anyHtml : job.source);
    if (!needsTitle(wish)) claimName(wish, names);
  }

  async dropPdf({ id }: Readonly<Job>): Promise<void> {
    await this.#parts.kept.remove(id);
  }

  async discard({ id, state }: Readonly<Job>): Promise<void> {
    this.#parts.names.release(id);
    if (keptPdf(state)) await this.#parts.kept.remove(id);
  }

  #wish({ id, options, number, of, added }: Readonly<Job>, source: ConversionSource): DeliveryWish {
    return {
      owner: id,
      source,
      filename: options.request.filename,
      output: options.output,
      path: this.#parts.path,
      elsewhere: this.#parts.elsewhere,
      number,
      of,
      date: new Date(added),
    };
  }

  async #convert(job: Readonly<Job>, wish: DeliveryWish, run: JobRun): Promise<EndState> {
    const { request } = job.options;
    const { signal, onProgress } = run;
    const { source } = wish;
    const skipped = await untilCanceled(signal, this.#skipped(wish));
    if (skipped) return completed(skipped, null);
    const pdf = await this.#parts.engine.convert({ ...request, source }, { signal, onProgress });
    const { parts, size, pages, title, preflight } = pdf;
    const facts = { pages, title, preflight: [...preflight], size };
    return this.#deliver(job.id, wish, { contents: parts, facts }, run);
  }

  /** What is to be skipped is not converted for nothing. */
  async #skipped(wish: DeliveryWish): Promise<Delivery | null> {
    if (needsTitle(wish)) return null;
    return skippedDelivery(await planDelivery(wish, this.#parts.names));
  }

  async #deliver(id: string, wish: DeliveryWish, pdf: MadePdf, run: JobRun): Promise<EndState> {
    try {
      return await this.#write(wish, pdf, run);
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'write-failed') throw thrown;
      const { error, path } = await this.#parts.kept.keepAfter(thrown.toData(), id, pdf.contents);
      const failed = { status: 'failed', error: error.toData() } as const;
      return path === undefined ? failed : { ...failed, kept: pdf.facts };
    }
  }

  async #writeKept(
    { id }: Readonly<Job>,
    wish: DeliveryWish,
    facts: PdfFacts,
    run: JobRun,
  ): Promise<EndState> {
    const bytes = await this.#parts.kept.read(id).catch((thrown: unknown) => {
      if (thrown instanceof AppError) return thrown;
      throw thrown;
    });
    // Without its PDF, the next try converts again.
    if (bytes instanceof AppError) return { status: 'failed', error: errorData(bytes) };
    const end = await this.#write(wish, { contents: bytes, facts }, run).catch((error: unknown) => {
      if (run.signal.aborted) throw error;
      return { status: 'failed', error: errorData(error), kept: facts } as const;
    });
    if (end.status === 'completed') await this.#removeKept(id);
    return end;
  }

  /** The PDF is where it belongs: one that stays here is removed by the next start. */
  async #removeKept(id: string): Promise<void> {
    await this.#parts.kept.remove(id).catch((error: unknown) => {
      this.#parts.log?.(
        `${this.#parts.kept.pathOf(id)} is not needed any more, but could not be removed. ${errorData(error).message}`,
      );
    });
  }

  async #write(wish: DeliveryWish, pdf: MadePdf, run: JobRun): Promise<EndState> {
    const { signal } = run;
    throwIfCanceled(signal);
    run.onProgress({ stage: 'writing' });
    const planning = planDelivery(wish, this.#parts.names, pdf.facts.title);
    const plan = await untilCanceled(signal, planning);
    const delivery = await deliverUntilCanceled(
      async (hooks) => deliverPdf(plan, pdf.contents, hooks),
      {
        signal,
        beforePlacing: async (intent) => run.beforePlacing({ intent, pdf: pdf.facts }),
        onLate: async (late) => this.#takeBack(late, plan),
      },
    );
    return completed(delivery, delivery.kind === 'skipped' ? null : pdf.facts);
  }

  /** A PDF that came to be after its job had been canceled is removed, unless it has replaced what was there. */
  async #takeBack({ kind, path }: Delivery, { existing }: DeliveryPlan): Promise<void> {
    if (kind === 'skipped') return;
    const isRemoved = existing !== 'overwrite' && (await isGone(path));
    if (!isRemoved) this.#parts.log?.(`${path} was written after its job had been canceled.`);
  }
}

async function isGone(path: string): Promise<boolean> {
  return rm(path).then(
    () => true,
    () => false,
  );
}

/** What HTML says has no part in its name. */
const anyHtml = { kind: 'html', html: '' } as const;

function completed({ path }: Delivery, pdf: PdfFacts | null): EndState {
  return { status: 'completed', path, pdf };
}
