import { join, parse } from 'node:path';
import { cutToBytes, maxFilenameBytes } from '../../shared/request/filename.js';

/** How names of one kind are numbered and compared. */
export interface Naming {
  /** 1 returns the name itself. */
  readonly numbered: (name: string, number: number) => string;
  /** Returns the same text for names that count as equal. */
  readonly folded: (name: string) => string;
}

interface Claim {
  readonly wanted: string;
  readonly path: string;
  readonly number: number;
}

/**
 * Reserves names for the jobs of a batch, so that none overwrites the file of another: the later
 * one is numbered, as in `name-2.pdf`. Does not check the disk. Paths that differ only in case
 * count as equal, as on case-insensitive file systems.
 */
export class ClaimedNames {
  readonly #naming: Naming;
  readonly #claims = new Map<string, Claim>();
  readonly #owners = new Map<string, string>();
  /** By requested name, the first number that may be free. */
  readonly #next = new Map<string, number>();

  constructor(naming: Naming = pathNaming) {
    this.#naming = naming;
  }

  /**
   * Reserves the first free name for a job and releases its previous one. @param owner the job's id
   */
  claim(owner: string, wanted: string): string {
    this.release(owner);
    return this.#take(owner, wanted, this.#next.get(this.#naming.folded(wanted)) ?? 1);
  }

  /** Reserves the next free name for a job whose current one exists on the disk. */
  next(owner: string): string {
    const { folded } = this.#naming;
    const { wanted, path, number } = this.#claimOf(owner);
    this.#owners.delete(folded(path));
    return this.#take(owner, wanted, Math.max(number + 1, this.#next.get(folded(wanted)) ?? 1));
  }

  release(owner: string): void {
    const claim = this.#claims.get(owner);
    if (claim === undefined) return;
    const { folded } = this.#naming;
    this.#claims.delete(owner);
    this.#owners.delete(folded(claim.path));
    const key = folded(claim.wanted);
    this.#next.set(key, Math.min(claim.number, this.#next.get(key) ?? claim.number));
  }

  #claimOf(owner: string): Claim {
    const claim = this.#claims.get(owner);
    if (claim === undefined) throw new Error(`The job ${owner} has claimed no name.`);
    return claim;
  }

  #take(owner: string, wanted: string, from: number): string {
    const { numbered, folded } = this.#naming;
    let number = from;
    while (this.#owners.has(folded(numbered(wanted, number)))) number += 1;
    const path = numbered(wanted, number);
    this.#claims.set(owner, { wanted, path, number });
    this.#owners.set(folded(path), owner);
    this.#next.set(folded(wanted), number + 1);
    return path;
  }
}

/**
 * Returns the same text for paths that may name one file: case-insensitive file systems may also
 * normalize Unicode.
 */
export function foldedPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

const pathNaming: Naming = { numbered: numberedPath, folded: foldedPath };

/**
 * As in `name-2.pdf`; 1 returns the path itself. Cuts a name that would be too long for some
 * system.
 */
function numberedPath(path: string, number: number): string {
  if (number === 1) return path;
  const { dir, name, ext } = parse(path);
  const ending = `-${number}${ext}`;
  const room = maxFilenameBytes - Buffer.byteLength(ending);
  return join(dir, `${cutToBytes(name, room)}${ending}`);
}
