import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { errorText } from '../../../shared/messages/errors.js';
import type { ServiceLog } from '../contract/service-log.js';
import { PeriodicTask } from '../contract/schedules.js';

/** Positions of bytes in a PDF; both ends are inclusive. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** The service's own storage: PDFs by their tokens. Several servers may share it. */
export interface ResultsStorage {
  /** Full path of the folder on this machine; null if the PDFs are elsewhere. */
  readonly folder: string | null;
  /**
   * @param options `encryptedOnly`: fails rather than send the PDF unencrypted over a network
   * @throws AppError; nothing is left then, or what `removeUnknown` deletes
   */
  readonly write: (
    token: string,
    parts: readonly Buffer[],
    options: { readonly encryptedOnly: boolean },
  ) => Promise<void>;
  /** @throws StorageUnavailable */
  readonly has: (token: string) => Promise<boolean>;
  /**
   * Reads a part of a PDF while it is sent on; null if there is none.
   * @throws StorageUnavailable
   */
  readonly read: (token: string, range: ByteRange) => Promise<Readable | null>;
  /** Deletes a PDF, if there is one. */
  readonly remove: (token: string) => Promise<void>;
  /**
   * Deletes what the store does not know: written just before a kill, or incomplete. It is deleted
   * after minutes, whatever the retention of PDFs: no client has its URL, and some requests had
   * compliance flags.
   * @returns how many
   */
  readonly removeUnknown: (store: UnknownTokens, now: number) => Promise<number>;
}

/** The storage does not answer, or refuses the service. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/**
 * Minimum age of a file, in milliseconds, that is deleted if no store knows it. A file is written
 * just before its task is settled, which takes a minute or two at most; the rest allows for
 * differing clocks of servers and storage.
 */
export const unknownFileMs = 10 * 60 * 1000;

const resultName = /^[A-Za-z0-9_-]{43}\.pdf$/;

/** Creates an unguessable name of 32 random bytes. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Names the file or object. */
export function nameOf(token: string): string {
  return `${token}.pdf`;
}

/** Null if the file or object is none of the service. */
export function tokenIn(name: string): string | null {
  return resultName.test(name) ? name.slice(0, -'.pdf'.length) : null;
}

/** What the store knows of the tokens of PDFs. */
export interface StoredTokens {
  /** Returns the tokens that belong to no stored PDF. */
  unknownTokens(tokens: readonly string[]): Promise<readonly string[]>;
  /** Deletes expired PDFs from the store. @returns their tokens, whose files the caller deletes */
  removeExpired(now: number): Promise<readonly string[]>;
}

export type UnknownTokens = Pick<StoredTokens, 'unknownTokens'>;

const tokensPerQuery = 100;

export async function unknownAmong(
  tokens: readonly string[],
  store: UnknownTokens,
): Promise<readonly string[]> {
  const unknown: string[] = [];
  for (let from = 0; from < tokens.length; from += tokensPerQuery) {
    unknown.push(...(await store.unknownTokens(tokens.slice(from, from + tokensPerQuery))));
  }
  return unknown;
}

/** Deletes expired PDFs. @returns how many */
export async function removeExpired(
  results: Pick<ResultsStorage, 'remove'>,
  store: Pick<StoredTokens, 'removeExpired'>,
  now: number,
): Promise<number> {
  const expired = await store.removeExpired(now);
  // What cannot be deleted now is unknown from now on, and deleted as such.
  for (const token of expired) await results.remove(token);
  return expired.length;
}

const expiredIntervalMs = 60_000;
const unknownIntervalMs = 10 * 60_000;

/** Deletes expired PDFs and unknown files at intervals. Errors are logged. */
export class ResultsCleanup {
  readonly #results: ResultsStorage;
  readonly #store: StoredTokens;
  readonly #log: Pick<ServiceLog, 'info' | 'error'>;
  #periodic: readonly PeriodicTask[] = [];

  constructor(
    results: ResultsStorage,
    store: StoredTokens,
    log: Pick<ServiceLog, 'info' | 'error'>,
  ) {
    this.#results = results;
    this.#store = store;
    this.#log = log;
  }

  /** Cleans up now and at intervals. */
  start(): void {
    this.#periodic = [
      this.#every(expiredIntervalMs, () => removeExpired(this.#results, this.#store, Date.now())),
      this.#every(unknownIntervalMs, () => this.#results.removeUnknown(this.#store, Date.now())),
    ];
    for (const task of this.#periodic) task.runNow();
  }

  /** Resolves when nothing is being deleted. */
  async stop(): Promise<void> {
    await Promise.all(this.#periodic.map((task) => task.stop()));
  }

  #every(intervalMs: number, remove: () => Promise<number>): PeriodicTask {
    const run = async () => {
      const removed = await remove();
      if (removed > 0) this.#log.info({ removed }, 'expired');
    };
    return new PeriodicTask(intervalMs, run, (error) =>
      this.#log.error({ fault: errorText(error) }, 'sweep'),
    );
  }
}
