import { randomUUID } from 'node:crypto';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Artifact } from '../../shared/artifact.js';
import { AppError } from '../../shared/errors.js';
import { makePrivateFolder } from '../files/private-files.js';
import { removeLeftovers } from '../files/temporary-file.js';
import { writePrivateFile } from '../files/write-file.js';
import type { ConvertedPdf } from '../engine/pdf-engine.js';

/** Where the application's own protocol serves artifacts, relative to the window's page. */
export const artifactFolder = 'artifacts';

/** The visible preview, and those that are still being rendered or saved. */
const maxPreviews = 8;

/** PDFs of jobs that the window may still read. */
const maxLent = 64;

/** What the window is told of a PDF that lies somewhere else. */
export type LentPdf = Pick<Artifact, 'size' | 'pages' | 'title' | 'suggestedName'> &
  Pick<ConvertedPdf, 'preflight'>;

/** A PDF of the store, as those who send it elsewhere need it. */
export interface KeptArtifact extends Pick<Artifact, 'size' | 'title' | 'suggestedName'> {
  readonly path: string;
  /** What its source is called, without an ending. */
  readonly sourceName: string;
}

/** PDFs that wait in Platen's own folder to be looked at and saved. The oldest go first. */
export class ArtifactStore {
  readonly #folder: string;
  readonly #kept = new Map<string, KeptArtifact>();
  readonly #lent = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Empties the folder of what an earlier run left; call once, before anything else. */
  async open(): Promise<void> {
    makePrivateFolder(this.#folder);
    await removeLeftovers(this.#folder);
    const left = (await readdir(this.#folder)).filter((name) => name.endsWith('.pdf'));
    await Promise.all(left.map(async (name) => rm(join(this.#folder, name), { force: true })));
  }

  /** Keeps a PDF and says where the window finds it. */
  async keep(
    pdf: ConvertedPdf,
    { suggestedName, sourceName }: Pick<KeptArtifact, 'suggestedName' | 'sourceName'>,
  ): Promise<Artifact> {
    const { size, pages, title } = pdf;
    const id = randomUUID();
    const path = join(this.#folder, `${id}.pdf`);
    await writePrivateFile(path, pdf.parts);
    this.#kept.set(id, { path, size, title, suggestedName, sourceName });
    await this.#dropOldest();
    const preflight = [...pdf.preflight];
    return { id, address: addressOf(id), size, pages, title, suggestedName, preflight };
  }

  /**
   * Lets the window look at a PDF that lies somewhere else, and stays there. @param id a UUID; the
   * last call with it counts
   */
  lend(id: string, path: string, { suggestedName, ...pdf }: LentPdf): Artifact {
    this.#lent.delete(id);
    this.#lent.set(id, path);
    for (const oldest of [...this.#lent.keys()].slice(0, -maxLent)) this.#lent.delete(oldest);
    const { size, pages, title } = pdf;
    const preflight = [...pdf.preflight];
    return { id, address: addressOf(id), size, pages, title, suggestedName, preflight };
  }

  /** Full path of an artifact. @throws AppError `refused` for one that is not there (any more). */
  pathOf(id: string): string {
    return this.#lent.get(id) ?? this.get(id).path;
  }

  /** A PDF that was kept here. @throws AppError `refused` for one that is not there (any more). */
  get(id: string): KeptArtifact {
    const artifact = this.#kept.get(id);
    if (artifact !== undefined) return artifact;
    throw new AppError('refused', 'This preview is no longer available. Convert again.');
  }

  /** @throws AppError `refused` for an artifact that is not there (any more). */
  async read(id: string): Promise<Buffer> {
    return readFile(this.pathOf(id));
  }

  /** Removes a PDF that was kept here; nothing happens if there is none. */
  async remove(id: string): Promise<void> {
    const artifact = this.#kept.get(id);
    this.#kept.delete(id);
    if (artifact !== undefined) await rm(artifact.path, { force: true });
  }

  async #dropOldest(): Promise<void> {
    const dropped = [...this.#kept.keys()].slice(0, -maxPreviews);
    await Promise.all(dropped.map(async (id) => this.remove(id)));
  }
}

function addressOf(id: string): string {
  return `${artifactFolder}/${id}.pdf`;
}
