import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../shared/errors.js';
import { isTemporaryFile } from '../../files/temporary-file.js';
import { writePrivateFile } from '../../files/write-file.js';
import type { ServiceStore } from '../store/service-store.js';

/**
 * How old a file is, in milliseconds, that is nobody's if no store knows it: it is written just before its task is settled, which is not tried for longer than a
 * minute or two. The rest is for the clocks of servers and disks, which may differ.
 */
const strayMs = 10 * 60 * 1000;

/** How many tokens the store is asked about at a time. */
const askedAtOnce = 1000;

const resultName = /^[A-Za-z0-9_-]{43}\.pdf$/;

/** A new name that nobody can guess: 32 bytes. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The folder of the service's own storage; several servers may share it. */
export class ResultsFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  pathOf(token: string): string {
    return join(this.#folder, nameOf(token));
  }

  /** @throws AppError `write-failed`; nothing is left then */
  async write(token: string, parts: readonly Buffer[]): Promise<void> {
    await writePrivateFile(this.pathOf(token), parts);
  }

  async remove(token: string): Promise<void> {
    await rm(this.pathOf(token), { force: true });
  }

  /** Removes what the store has forgotten. @returns how many */
  async removeExpired(store: Pick<ServiceStore, 'takeExpired'>, now: number): Promise<number> {
    const expired = await store.takeExpired(now);
    for (const token of expired) await this.remove(token);
    return expired.length;
  }

  /**
   * Removes files that the store does not know: written, or forgotten, just before a kill, or written by half. However long PDFs are kept, these go after
   * some minutes: nobody has heard of them, and the requests of some had flags.
   * @returns how many
   */
  async removeStrays(store: Pick<ServiceStore, 'unknownTokens'>, now: number): Promise<number> {
    const old = await this.#olderThan(now - strayMs);
    const strays = old.filter(isTemporaryFile);
    const tokens = old.filter((name) => resultName.test(name)).map(tokenIn);
    for (let from = 0; from < tokens.length; from += askedAtOnce) {
      const unknown = await store.unknownTokens(tokens.slice(from, from + askedAtOnce));
      strays.push(...unknown.map(nameOf));
    }
    for (const name of strays) await rm(join(this.#folder, name), { force: true });
    return strays.length;
  }

  async #olderThan(time: number): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
    const old: string[] = [];
    for (const name of names) {
      // Another server may have removed it meanwhile.
      const file = await stat(join(this.#folder, name)).catch(() => null);
      if (file !== null && file.mtimeMs < time) old.push(name);
    }
    return old;
  }
}

function nameOf(token: string): string {
  return `${token}.pdf`;
}

function tokenIn(name: string): string {
  return name.slice(0, -'.pdf'.length);
}
