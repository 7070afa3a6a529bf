import { join, parse } from 'node:path';
import { cutToBytes, maxFilenameBytes } from '../../shared/request/filename.js';

/** How names of one kind are numbered, and which of them are the same. */
export interface Naming {
  /** A name with a number; 1 gives it as it is. */
  readonly numbered: (name: string, number: number) => string;
  /** The same text for names that count as one. */
  readonly folded: (name: string) => string;
}

interface Claim {
  readonly wanted: string;
  readonly path: string;
  readonly number: number;
}

/**
 * The names that the jobs of one batch have between them, so that none writes over what another has
 * made: the later one is numbered, as in `name-2.pdf`. Knows nothing of the disk. Paths are the
 * same, too, where they differ in capitals only, as some systems do not tell those apart.
 */
export class ClaimedNames {
  readonly #naming: Naming;
  readonly #claims = new Map<string, Claim>();
  readonly #owners = new Map<string, string>();
  /** The first number of a wanted name that may be free. */
  readonly #next = new Map<string, number>();

  constructor(naming: Naming = pathNaming) {
    this.#naming = naming;
  }

  /** Gives a job the first free name, in the place of one that it had. @param owner the job's id */
  claim(owner: string, wanted: string): string {
    this.release(owner);
    return this.#take(owner, wanted, this.#next.get(this.#naming.folded(wanted)) ?? 1);
  }

  /**
   * Gives a job the next free name after the one it has, which turned out to be taken on the disk.
   */
  next(owner: string): string {
    const { folded } = this.#naming;
    const { wanted, path, number } = this.#claimOf(owner);
    this.#owners.delete(folded(path));
    return this.#take(owner, wanted, Math.max(number + 1, this.#next.get(folded(wanted)) ?? 1));
  }

  /** Takes a name back, as its job is gone. */
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

/** Systems that do not tell capitals apart may not tell spellings of one letter apart either. */
function foldedPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

const pathNaming: Naming = { numbered: numberedPath, folded: foldedPath };

/**
 * A path with a number before its ending, as in `name-2.pdf`; a long name is cut so that every
 * system can store it. 1 gives the path as it is.
 */
function numberedPath(path: string, number: number): string {
  if (number === 1) return path;
  const { dir, name, ext } = parse(path);
  const ending = `-${number}${ext}`;
  const room = maxFilenameBytes - Buffer.byteLength(ending);
  return join(dir, `${cutToBytes(name, room)}${ending}`);
}
