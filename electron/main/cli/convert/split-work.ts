import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../../shared/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import type { ConversionSource } from '../../../shared/request/source.js';
import { throwIfCanceled } from '../../engine/canceled.js';
import type { ConvertedPdf, PdfEngine } from '../../engine/pdf-engine.js';
import type { PageRange, PdfSplitter, SplitRule } from '../../engine/pdf/split-pdf.js';
import { protectedPdf } from '../../engine/protected-pdf.js';
import { ClaimedNames } from '../../files/claimed-names.js';
import type { PdfSpool } from '../../files/pdf-spool.js';
import { type DeliveryRequest, claimName, needsTitle } from '../../files/plan-delivery.js';
import type { AccessOf, PasswordsOf } from '../../jobs/conversion-work.js';
import { JobDeliveries } from '../../jobs/job-deliveries.js';
import {
  type EndState,
  type Job,
  canceledState,
  failedState,
  sourceForNames,
} from '../../jobs/job.js';
import { PdfDelivery } from '../../jobs/pdf-delivery.js';
import type { JobRun, JobWork } from '../../jobs/queue-parts.js';
import type { DeliverySink } from '../../outbox/delivery-sink.js';
import { type SplitPart, partFilename } from './split.js';

export interface SplitWorkParts {
  readonly rule: SplitRule;
  readonly engine: PdfEngine;
  /** PDFs that could not be written to their destination. */
  readonly spool: PdfSpool;
  readonly names: ClaimedNames;
  readonly outbox: DeliverySink;
  /** Full path of the default output folder, for sources without a folder. */
  readonly elsewhere: string;
  readonly accessOf: AccessOf;
  readonly passwordsOf: PasswordsOf;
  /** Reports the end of a part, as a job with an id of its own. */
  readonly onPart: (job: Readonly<Job>, source: string, part: SplitPart) => void;
  /** Reports what users may not expect. @param source id of the job */
  readonly onNotice: (source: string, text: Message) => void;
  readonly log: (line: string) => void;
}

/** The PDF of a job, before it is divided. */
interface WholePdf {
  readonly pdf: ConvertedPdf;
  readonly splitter: PdfSplitter;
  /** Encrypts a part if the request says so: a later step could not read it. */
  readonly finished: (range: PageRange) => Promise<ConvertedPdf>;
}

/**
 * Converts the source of a job, divides the PDF and saves each part. A part that cannot be saved
 * is kept, and the others are saved nevertheless.
 */
export class SplitWork implements JobWork {
  readonly #parts: SplitWorkParts;
  readonly #delivery: PdfDelivery;
  /** The names that those of the parts begin with. No file has them. */
  readonly #stems = new ClaimedNames();
  readonly #divided = new Set<string>();

  constructor(parts: SplitWorkParts) {
    this.#parts = parts;
    const { spool, names, outbox, log } = parts;
    const deliveries = new JobDeliveries(outbox, log);
    this.#delivery = new PdfDelivery({ spool, names, deliveries, log });
  }

  /** Returns true if parts of a job were reported, so that its own end is none of the results. */
  isDivided(id: string): boolean {
    return this.#divided.has(id);
  }

  async run(job: Readonly<Job>, run: JobRun): Promise<EndState> {
    try {
      return await this.#run(job, run);
    } catch (error) {
      if (run.signal.aborted) return canceledState(job.state);
      // The parts so far are complete; what stopped the others is reported as well.
      this.#divided.delete(job.id);
      return failedState(job.state, error);
    }
  }

  /** Reserves the name that the names of the parts begin with. */
  reserve(job: Readonly<Job>): void {
    const delivery = this.#deliveryOf(job);
    if (!needsTitle(delivery)) claimName(delivery, this.#stems);
  }

  async deletePdf({ id }: Readonly<Job>): Promise<void> {
    await this.#parts.spool.remove(id);
  }

  /** Nothing is uploaded. */
  release(): void {
    return undefined;
  }

  async deleteDeliveries(): Promise<void> {
    return Promise.resolve();
  }

  async discard({ id }: Readonly<Job>): Promise<void> {
    this.#stems.release(id);
    return Promise.resolve();
  }

  #deliveryOf({ id, source, options, number, of, added }: Readonly<Job>): DeliveryRequest {
    const { output, request } = options;
    return {
      owner: id,
      source: sourceForNames(source),
      filename: request.filename,
      output,
      elsewhere: this.#parts.elsewhere,
      number,
      of,
      date: new Date(added),
    };
  }

  async #run(job: Readonly<Job>, run: JobRun): Promise<EndState> {
    const whole = await this.#convert(job, run);
    const { splitter, pdf } = whole;
    const ranges = await splitter.ranges(this.#parts.rule, async (range) => {
      throwIfCanceled(run.signal);
      return (await whole.finished(range)).size;
    });
    this.#reportRanges(job.id, ranges);
    const path = claimName(this.#deliveryOf(job), this.#stems, pdf.title);
    const ends: EndState[] = [];
    for (const [index, range] of ranges.entries()) {
      throwIfCanceled(run.signal);
      const part = { number: index + 1, of: ranges.length, range };
      ends.push(await this.#save(job, run, { part, path, pdf: await whole.finished(range) }));
    }
    const failed = ends.find(({ status }) => status !== 'completed');
    return failed ?? ends[0] ?? failedState(job.state, new Error('A PDF has pages.'));
  }

  async #convert(
    { options, source }: Readonly<Job>,
    { signal, onProgress }: JobRun,
  ): Promise<WholePdf> {
    const request = { ...options.request, source: sourceOf(source) };
    const access = await this.#parts.accessOf(request);
    const passwords = await this.#parts.passwordsOf(request);
    const open = { ...request, protection: undefined };
    const pdf = await this.#parts.engine.convert(open, { signal, onProgress, access });
    const { PdfSplitter } = await import('../../engine/pdf/split-pdf.js');
    const splitter = await PdfSplitter.read(new Uint8Array(Buffer.concat(pdf.parts)));
    const finished = async (range: PageRange): Promise<ConvertedPdf> =>
      protectedPdf(request, { passwords, signal }, async () => {
        const title = titleOf(pdf, range);
        const bytes = await splitter.write(range, title);
        const pages = range.end - range.first;
        return { ...pdf, parts: [bytes], size: bytes.length, pages, title };
      });
    return { pdf, splitter, finished };
  }

  #reportRanges(id: string, ranges: readonly PageRange[]): void {
    const { rule, onNotice } = this.#parts;
    if (rule.kind === 'bookmarks' && ranges.every(({ title }) => title === '')) {
      onNotice(id, message('convert.splitNoBookmarks'));
    }
  }

  async #save(
    job: Readonly<Job>,
    run: JobRun,
    {
      part,
      path,
      pdf,
    }: { readonly part: SplitPart; readonly path: string; readonly pdf: ConvertedPdf },
  ): Promise<EndState> {
    const { rule, onNotice, onPart } = this.#parts;
    const { size, pages, title, preflight } = pdf;
    if (rule.kind === 'size' && size > rule.bytes) {
      const params = { page: part.range.first + 1, size, limit: rule.bytes };
      onNotice(job.id, message('convert.splitLargePage', params));
    }
    const id = randomUUID();
    const delivery: DeliveryRequest = {
      ...this.#deliveryOf(job),
      owner: id,
      path: join(dirname(path), partFilename(basename(path), part)),
    };
    // The findings are those of the whole document, and reported once.
    const facts = { pages, size, title, preflight: part.number === 1 ? [...preflight] : [] };
    const saved = { ...job, id };
    const state = await this.#delivery.deliver(
      { job: saved, delivery, run },
      { contents: pdf.parts, facts },
    );
    this.#divided.add(job.id);
    onPart({ ...saved, state }, job.id, part);
    return state;
  }
}

/** The bookmark's title says which part of the document it is. */
function titleOf({ title }: ConvertedPdf, range: PageRange): string {
  if (range.title === '' || title === '') return range.title || title;
  return `${title} – ${range.title}`;
}

/** @throws AppError `internal`: only the window stores long HTML in files */
function sourceOf(source: Job['source']): ConversionSource {
  if (source.kind !== 'stored-html' && source.kind !== 'private') return source;
  throw new AppError('internal', message('general.internal', { reason: source.kind }));
}
