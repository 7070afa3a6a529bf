import { basename, dirname, join } from 'node:path';
import { AppError, errorData } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import { type PageRange, type SplitRule, partFilename } from '../../shared/split.js';
import { throwIfCanceled } from '../engine/contract/canceled.js';
import type { ConversionOptions, ConvertedPdf } from '../engine/contract/pdf-engine.js';
import { invalidSignature, refuseFindings } from '../engine/contract/findings.js';
import { protectedPdf } from '../engine/protected-pdf.js';
import { ClaimedNames } from '../files/claimed-names.js';
import { finishDelivery } from '../files/deliver.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import { type DeliveryRequest, claimName, needsTitle } from '../files/plan-delivery.js';
import { pathExists } from '../files/write-failure.js';
import {
  type EndState,
  type Job,
  type JobDelivery,
  type JobPart,
  type JobSplit,
  type PartChange,
  type PdfFacts,
  partId,
  partTitle,
  partsIn,
  retainedState,
  withDeliveries,
  withPart,
} from './job.js';
import type { Attempt, PdfDelivery } from './pdf-delivery.js';
import type { JobRun } from './queue-parts.js';

interface SplitWorkParts {
  /** Keeps the parts until they are delivered. */
  readonly spool: PdfSpool;
  readonly names: ClaimedNames;
  readonly pdfDelivery: PdfDelivery;
  /**
   * Whether the queue continues after a restart: all parts are then in the spool before the first
   * one is delivered.
   */
  readonly isPersistent: boolean;
}

/** A running job. Its state follows the delivery of its parts. */
type SplitAttempt = Attempt & { readonly job: Job };

/** A PDF and what divides it. */
interface DividedPdf {
  readonly pdf: ConvertedPdf;
  readonly ranges: readonly PageRange[];
  /** Writes a part, and encrypts it if the request says so: a later step could not read it. */
  readonly part: (range: PageRange) => Promise<ConvertedPdf>;
}

/** @throws AppError `refused` if it is gone */
type ReadPart = (index: number) => Promise<Buffer>;

/**
 * Divides the PDF of a job and delivers the parts one after another. A part that cannot be saved
 * waits in the spool, and the others are delivered nevertheless. After a kill, those that are left
 * are delivered: the page is not converted again, as its parts could be others.
 */
export class SplitWork {
  readonly #parts: SplitWorkParts;
  /** The names that those of the parts begin with. No file has them. */
  readonly #stems = new ClaimedNames();

  constructor(parts: SplitWorkParts) {
    this.#parts = parts;
  }

  /** Reserves the names of the parts, or the one that they begin with if they are unknown. */
  reserve({ id, options, state }: Readonly<Job>, delivery: DeliveryRequest): void {
    if (!options.output.save) return;
    if (!needsTitle(delivery)) claimName(delivery, this.#stems);
    for (const [index, { path }] of (state.split?.parts ?? []).entries()) {
      if (path !== null) this.#parts.names.claim(partId(id, index), path);
    }
  }

  release({ id, state }: Readonly<Job>): void {
    this.#stems.release(id);
    for (const index of (state.split?.parts ?? []).keys()) {
      this.#parts.names.release(partId(id, index));
    }
  }

  /**
   * Divides a PDF and delivers its parts.
   * @param passwords those of each part
   * @throws AppError for invalid destinations, `write-failed` if the parts cannot be kept, or
   * `canceled`
   */
  async start(
    attempt: SplitAttempt,
    rule: SplitRule,
    whole: { readonly pdf: ConvertedPdf; readonly request: ConversionRequest },
    passwords: ConversionOptions['passwords'],
  ): Promise<EndState> {
    const { job, run } = attempt;
    const divided = await divide(rule, whole, { passwords, signal: run.signal });
    const sizes = this.#parts.isPersistent ? await this.#keepAll(attempt, divided) : [];
    const split = await this.#planned(attempt, divided, sizes);
    job.state = { ...job.state, ...noPdf, split };
    await run.onSplit(split);
    const read = async (index: number) => {
      const range = divided.ranges[index];
      if (range === undefined) throw new Error(`There is no part ${index}.`);
      return Buffer.concat((await divided.part(range)).parts);
    };
    return this.#deliverAll(attempt, this.#parts.isPersistent ? this.#readKept(job) : read);
  }

  /** Delivers the parts that an earlier attempt left. */
  async resume(attempt: SplitAttempt): Promise<EndState> {
    return this.#deliverAll(attempt, this.#readKept(attempt.job));
  }

  #readKept({ id }: Readonly<Job>): ReadPart {
    return async (index) => this.#parts.spool.read(partId(id, index));
  }

  /** Writes all parts to the spool. @returns their sizes in bytes */
  async #keepAll({ job, run }: Attempt, { ranges, part }: DividedPdf): Promise<readonly number[]> {
    const { spool } = this.#parts;
    const sizes: number[] = [];
    try {
      for (const [index, range] of ranges.entries()) {
        throwIfCanceled(run.signal);
        const { parts, size } = await part(range);
        await spool.keep(partId(job.id, index), parts);
        sizes.push(size);
      }
      return sizes;
    } catch (error) {
      await spool.removeOf(job.id);
      throw error;
    }
  }

  /** Plans where the parts are saved. The files of one document have a name in common. */
  async #planned(
    { job, delivery }: Attempt,
    { pdf, ranges }: DividedPdf,
    sizes: readonly number[],
  ): Promise<JobSplit> {
    const { save, existing } = job.options.output;
    const pathsOf = (stem: string) =>
      ranges.map((range, index) => {
        const part = { number: index + 1, of: ranges.length, range };
        return join(dirname(stem), partFilename(basename(stem), part));
      });
    let paths: readonly string[] = [];
    if (save) {
      paths = pathsOf(claimName(delivery, this.#stems, pdf.title));
      while (existing === 'number' && (await someExist(paths))) {
        paths = pathsOf(this.#stems.next(delivery.owner));
      }
    }
    const parts = ranges.map(({ first, end, title }, index) => ({
      ...{ first, end, title },
      size: sizes[index] ?? 0,
      path: paths[index] ?? null,
      state: 'waiting' as const,
    }));
    const { pages, title, preflight } = pdf;
    const size = sizes.reduce((sum, each) => sum + each, 0);
    return { whole: { pages, title, size, preflight: [...preflight] }, parts };
  }

  async #deliverAll(attempt: SplitAttempt, read: ReadPart): Promise<EndState> {
    const { job, run } = attempt;
    await this.#finishCommits(attempt);
    for (const { index, part } of partsIn(job.state, 'waiting', 'failed')) {
      throwIfCanceled(run.signal);
      const contents = await read(index).catch((thrown: unknown) => {
        if (thrown instanceof AppError && this.#parts.isPersistent) return thrown;
        throw thrown;
      });
      // Without its parts, a retry converts again.
      if (contents instanceof AppError) {
        return { status: 'failed', error: errorData(contents), ...withDeliveries(job.state) };
      }
      const end = await this.#deliver(attempt, { index, part }, contents);
      if (end !== null) return end;
    }
    const end = endOf(job);
    // A kill may have left parts that are delivered.
    if (this.#parts.isPersistent && end.status === 'completed') {
      await this.#parts.spool.removeOf(job.id);
    }
    return end;
  }

  /**
   * Completes renames that were announced before a kill. Uploads of a lost part stay.
   * @throws AppError `write-failed` if the disk cannot be read
   */
  async #finishCommits(attempt: SplitAttempt): Promise<void> {
    const { job } = attempt;
    for (const { index, part } of partsIn(job.state, 'committing')) {
      const { intent, ...before } = part;
      const outcome = intent === undefined ? 'lost' : await finishDelivery(intent);
      const state = outcome === 'placed' ? 'saved' : 'waiting';
      await record(attempt, { index, part: { ...before, state }, deliveries: [] });
      if (state === 'saved') await this.#parts.spool.remove(partId(job.id, index));
    }
  }

  /** Delivers one part. @returns the end of the job if it was canceled, otherwise null */
  async #deliver(
    attempt: SplitAttempt,
    { index, part }: { readonly index: number; readonly part: JobPart },
    contents: Buffer,
  ): Promise<EndState | null> {
    const { job } = attempt;
    const own = (job.state.deliveries ?? []).filter((each) => each.part === index);
    const { first, end: last, title, path } = part;
    const size = contents.length;
    const waiting = { first, end: last, title, size, path, state: 'waiting' as const };
    const staged = (deliveries: readonly JobDelivery[] = []) =>
      deliveries.map((each) => ({ ...each, part: index }));
    const run: JobRun = {
      ...attempt.run,
      beforeCommit: async ({ intent, deliveries }) => {
        const committing = { ...waiting, path: intent.path, state: 'committing', intent } as const;
        await record(attempt, { index, part: committing, deliveries: staged(deliveries) });
      },
    };
    const facts = this.#factsOf(job, waiting);
    const state = {
      status: 'running' as const,
      ...(this.#parts.isPersistent && { kept: facts }),
      ...withDeliveries({ deliveries: own }),
    };
    const delivery = { ...attempt.delivery, ...placeOf(job, index, waiting) };
    const end = await this.#parts.pdfDelivery.deliver(
      { job: { ...job, state }, delivery, run },
      { contents, facts },
    );
    if (end.status === 'canceled') {
      const change = { index, part: waiting, deliveries: staged(end.deliveries) };
      return { status: 'canceled', ...retainedState(withPart(job.state, change)) };
    }
    const ended = endedPart(waiting, end);
    await record(attempt, { index, part: ended, deliveries: staged(end.deliveries) });
    const isKept = this.#parts.isPersistent && ended.state !== 'failed';
    if (isKept) await this.#parts.spool.remove(partId(job.id, index));
    return null;
  }

  #factsOf({ state }: Readonly<Job>, { first, end, title, size }: JobPart): PdfFacts {
    const whole = state.split?.whole.title ?? '';
    return { pages: end - first, size, title: partTitle(whole, title), preflight: [] };
  }
}

/** What a state has of a PDF that is not divided. */
const noPdf = { kept: undefined, remote: undefined } as const;

async function divide(
  rule: SplitRule,
  { pdf, request }: { readonly pdf: ConvertedPdf; readonly request: ConversionRequest },
  options: Pick<ConversionOptions, 'passwords' | 'signal'>,
): Promise<DividedPdf> {
  const { PdfSplitter } = await import('../engine/pdf/split-pdf.js');
  const bytes = new Uint8Array(Buffer.concat(pdf.parts));
  const splitter = await PdfSplitter.read(bytes).catch(async (cause: unknown) => {
    // A server may have sent any PDF.
    const { EncryptedPDFError } = await import('@cantoo/pdf-lib');
    const isEncrypted = cause instanceof EncryptedPDFError;
    const failure = message(isEncrypted ? 'split.encrypted' : 'split.damaged');
    throw new AppError('refused', failure, undefined, { cause });
  });
  const preflight = splitter.isSigned ? [...pdf.preflight, invalidSignature] : pdf.preflight;
  refuseFindings(preflight, request.failOn);
  const part = async (range: PageRange) =>
    protectedPdf(request, options, async () => {
      const title = partTitle(pdf.title, range.title);
      const bytes = await splitter.write(range, title);
      const pages = range.end - range.first;
      return { ...pdf, parts: [bytes], size: bytes.length, pages, title };
    });
  const ranges = await splitter.ranges(rule, async (range) => {
    throwIfCanceled(options.signal);
    return (await part(range)).size;
  });
  return { pdf: { ...pdf, preflight }, ranges, part };
}

async function someExist(paths: readonly string[]): Promise<boolean> {
  for (const path of paths) if (await pathExists(path)) return true;
  return false;
}

function placeOf(
  { id, state }: Readonly<Job>,
  index: number,
  { first, end, title, path }: JobPart,
): Pick<DeliveryRequest, 'owner' | 'path' | 'part'> {
  const of = state.split?.parts.length ?? 1;
  const part = { number: index + 1, of, range: { first, end, title } };
  return { owner: partId(id, index), path: path ?? undefined, part };
}

function endedPart(part: JobPart, end: Exclude<EndState, { status: 'canceled' }>): JobPart {
  if (end.status === 'failed') return { ...part, state: 'failed', error: end.error };
  return { ...part, path: end.path, state: end.pdf === null ? 'skipped' : 'saved' };
}

async function record({ job, run }: SplitAttempt, change: PartChange): Promise<void> {
  job.state = withPart(job.state, change);
  await run.onPart(change);
}

/** Returns the end of a job whose parts were all tried. */
function endOf({ state }: Readonly<Job>): EndState {
  const { split } = state;
  if (split === undefined) throw new Error('The PDF of the job is not divided.');
  const [failed] = partsIn(state, 'failed');
  if (failed?.part.error !== undefined) {
    return { status: 'failed', error: failed.part.error, ...retainedState(state) };
  }
  const { parts, whole } = split;
  const [saved] = partsIn(state, 'saved').filter(({ part }) => part.path !== null);
  const isSkipped = parts.every((part) => part.state === 'skipped');
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  return {
    status: 'completed',
    path: saved?.part.path ?? (isSkipped ? (parts[0]?.path ?? null) : null),
    pdf: isSkipped ? null : { ...whole, size },
    split,
    ...withDeliveries(state),
  };
}
