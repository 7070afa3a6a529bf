import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { LocalEngine } from '../../engine/contract/pdf-engine.js';
import { settleWithin } from '../../util/async.js';
import { diskSpaceOf } from './figures.js';
import type { ServiceStore } from '../store/service-store.js';
import { type ResultsStorage, newToken } from '../store/results.js';

const pingTimeoutMs = 2000;

export const healthStatuses = ['ok', 'stopping', 'no-database'] as const;
export type HealthStatus = (typeof healthStatuses)[number];

export interface HealthParts {
  readonly store: Pick<ServiceStore, 'ping'>;
  readonly isStopping: () => boolean;
}

/** Whether the service accepts work. Concurrent checks share one ping. */
export class HealthCheck {
  readonly #parts: HealthParts;
  #ping: Promise<boolean> | null = null;

  constructor(parts: HealthParts) {
    this.#parts = parts;
  }

  async status(): Promise<HealthStatus> {
    if (this.#parts.isStopping()) return 'stopping';
    this.#ping ??= this.#parts.store
      .ping()
      .then(() => true)
      .catch(() => false)
      .finally(() => (this.#ping = null));
    const ping = this.#ping;
    const isInTime = await settleWithin([ping], pingTimeoutMs);
    return isInTime && (await ping) ? 'ok' : 'no-database';
  }
}

/** How long a caller waits for a check after the first one, in milliseconds. */
const waitMs = 1000;

/**
 * How long Chromium may take to answer, in milliseconds. A machine that is busy with pages takes
 * longer than a second to start another process.
 */
const chromiumMs = 10_000;

/**
 * After how long without a page Chromium counts as lost, in milliseconds: it cannot start processes
 * any more once the one that starts them was killed, and only a new run of Platen has another.
 */
const lostMs = 120_000;

/** Probes ask more often, in milliseconds. */
const longUnaskedMs = 60_000;

/** With less, `/readyz` says that the disk is full: room for the largest PDFs that are written. */
const minFreeBytes = 100 * 1024 ** 2;

/** Why a part of the service does not work; `ok` if it does. */
export const checkResults = [
  'ok',
  'no-answer',
  'failed',
  'full',
  'not-writable',
  'stopping',
] as const;
export type CheckResult = (typeof checkResults)[number];

/** What `/readyz` checks. */
export const checkNames = ['service', 'chromium', 'database', 'disk'] as const;

export interface Readiness {
  readonly status: 'ready' | 'not-ready';
  readonly checks: Readonly<Record<(typeof checkNames)[number], CheckResult>>;
}

export interface ReadinessParts extends HealthParts {
  readonly engine: Pick<LocalEngine, 'ping'>;
  readonly results: Pick<ResultsStorage, 'folder' | 'has'>;
  /** The folder of the store's database; null if it has none. */
  readonly databaseFolder: string | null;
}

/** Whether everything works that a PDF needs. Concurrent callers share one check of each part. */
export class ReadinessCheck {
  readonly #isStopping: () => boolean;
  readonly #chromium: PartCheck;
  readonly #database: PartCheck;
  readonly #disk: PartCheck;

  constructor({ store, engine, results, databaseFolder, isStopping }: ReadinessParts) {
    this.#isStopping = isStopping;
    // Each check of Chromium costs a page.
    this.#chromium = new PartCheck(
      pinged(async () => engine.ping()),
      {
        limitMs: chromiumMs,
        freshMs: 10_000,
      },
    );
    this.#database = new PartCheck(
      databaseFolder === null
        ? pinged(async () => store.ping())
        : async () => diskResult(databaseFolder),
    );
    // A bucket is asked every few seconds, whoever calls.
    this.#disk = new PartCheck(async () => storageResult(results), {
      limitMs: waitMs,
      freshMs: results.folder === null ? 10_000 : freshFailureMs,
    });
  }

  /**
   * Returns false if Chromium has not opened a page for two minutes, so that the service has to be
   * started again. Never waits: a check that is due runs on.
   */
  isLive(): boolean {
    void this.#chromium.result();
    return this.#chromium.badForMs < lostMs;
  }

  /** Never rejects. Takes a second at most, and longer only while Chromium starts. */
  async check(): Promise<Readiness> {
    const [chromium, database, disk] = await Promise.all([
      this.#chromium.result(),
      this.#database.result(),
      this.#disk.result(),
    ]);
    const service = this.#isStopping() ? 'stopping' : 'ok';
    const checks = { service, chromium, database, disk } as const;
    const isReady = Object.values(checks).every((result) => result === 'ok');
    return { status: isReady ? 'ready' : 'not-ready', checks };
  }
}

function pinged(ping: () => Promise<void>): () => Promise<CheckResult> {
  return async () => {
    await ping();
    return 'ok';
  };
}

/** @throws StorageUnavailable */
async function storageResult(results: ReadinessParts['results']): Promise<CheckResult> {
  if (results.folder !== null) return diskResult(results.folder);
  await results.has(newToken());
  return 'ok';
}

async function diskResult(folder: string): Promise<CheckResult> {
  const { freeBytes } = await diskSpaceOf(folder);
  if (freeBytes < minFreeBytes) return 'full';
  return access(folder, constants.W_OK).then(
    () => 'ok',
    () => 'not-writable',
  );
}

interface CheckLimits {
  /** A check that takes longer has failed. */
  readonly limitMs: number;
  /** How long a good result counts. A bad one is checked again after {@link freshFailureMs}. */
  readonly freshMs: number;
}

/** `/readyz` needs no key, so that anyone may call it as often as they like. */
const freshFailureMs = 500;

/** The check of one part, of which one runs at a time. */
class PartCheck {
  readonly #run: () => Promise<CheckResult>;
  readonly #limits: CheckLimits;
  #running: { readonly ended: Promise<void>; readonly since: number } | null = null;
  #last: { readonly result: CheckResult; readonly at: number } | null = null;
  /** When the first of the bad results in a row was asked for. */
  #badSince: number | null = null;

  /** @param run may never end; `failed` if it rejects */
  constructor(
    run: () => Promise<CheckResult>,
    limits: CheckLimits = { limitMs: waitMs, freshMs: freshFailureMs },
  ) {
    this.#run = run;
    this.#limits = limits;
  }

  /** For how long there has been no good result, while somebody asks, in milliseconds. */
  get badForMs(): number {
    const since = this.#badSince ?? this.#running?.since;
    return since === undefined ? 0 : this.#elapsed(since);
  }

  async result(): Promise<CheckResult> {
    if (this.#last !== null && this.#isFresh(this.#last)) return this.#last.result;
    this.#running ??= { ended: this.#check(), since: performance.now() };
    const { ended, since } = this.#running;
    const leftMs = Math.max(0, this.#limits.limitMs - this.#elapsed(since));
    // Before the first result, nothing is known but that the part is starting.
    const callerMs = this.#last === null ? leftMs : Math.min(waitMs, leftMs);
    const isInTime = await settleWithin([ended], callerMs);
    const isLate = !isInTime && leftMs <= callerMs;
    return isLate ? 'no-answer' : (this.#last?.result ?? 'no-answer');
  }

  async #check(): Promise<void> {
    const since = performance.now();
    // What was wrong once says nothing about the time in which nobody asked.
    if (this.#last !== null && this.#elapsed(this.#last.at) > longUnaskedMs) this.#badSince = null;
    const result = await this.#run().catch((): CheckResult => 'failed');
    if (result === 'ok') this.#badSince = null;
    else this.#badSince ??= since;
    this.#last = { result, at: performance.now() };
    this.#running = null;
  }

  #isFresh({ result, at }: { readonly result: CheckResult; readonly at: number }): boolean {
    return this.#elapsed(at) < (result === 'ok' ? this.#limits.freshMs : freshFailureMs);
  }

  #elapsed(since: number): number {
    return performance.now() - since;
  }
}
