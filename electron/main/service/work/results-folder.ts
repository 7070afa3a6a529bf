import { randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../shared/errors.js';
import { writeFile } from '../../delivery/write-file.js';
import type { ServiceStore } from '../store/service-store.js';

const hourMs = 60 * 60 * 1000;

/** Only the service's own user reads the files: everybody else comes through it. */
const ownerOnly = 0o600;

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
    return join(this.#folder, `${token}.pdf`);
  }

  /** @throws AppError `write-failed`; nothing is left then */
  async write(token: string, parts: readonly Buffer[]): Promise<void> {
    await writeFile(this.pathOf(token), parts, ownerOnly);
  }

  async remove(token: string): Promise<void> {
    await rm(this.pathOf(token), { force: true });
  }

  /**
   * Removes what the store has forgotten, and files that were written just before a kill and that no store knows. Of an old file the store is
   * asked: what was promised for longer is kept for longer, also where PDFs are kept for a shorter time by now.
   * @returns how many were removed
   */
  async sweep(
    store: Pick<ServiceStore, 'takeExpired' | 'storedPdf'>,
    keepHours: number,
    now: number,
  ): Promise<number> {
    const expired = await store.takeExpired(now);
    const strays: string[] = [];
    for (const token of await this.#olderThan(now - (keepHours + 1) * hourMs)) {
      if ((await store.storedPdf(token)) === null) strays.push(token);
    }
    for (const token of [...expired, ...strays]) await this.remove(token);
    return expired.length + strays.length;
  }

  async #olderThan(time: number): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
    const tokens: string[] = [];
    for (const name of names.filter((each) => resultName.test(each))) {
      // Another server may have removed it meanwhile.
      const file = await stat(join(this.#folder, name)).catch(() => null);
      if (file !== null && file.mtimeMs < time) tokens.push(name.slice(0, -'.pdf'.length));
    }
    return tokens;
  }
}
