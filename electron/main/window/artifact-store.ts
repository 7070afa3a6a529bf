import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Artifact } from '../../shared/artifact.js';
import { AppError, errorText } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { checkLocalFilename, suggestPdfFilename } from '../../shared/request/filename.js';
import type { ConvertedPdf } from '../engine/contract/pdf-engine.js';
import { createPrivateFolder } from '../files/private-files.js';
import { removeLeftovers } from '../files/temporary-file.js';
import { writePrivateFile } from '../files/write-file.js';
import type { Delivery } from '../outbox/delivery.js';

/** The path of artifacts on the application's protocol, relative to the window's page. */
export const artifactFolder = 'artifacts';

/** Includes the visible preview and those that are still being rendered or saved. */
const maxPreviews = 8;

/** Limits of the saved versions that can be compared with; the newest ones are kept. */
const maxSaved = { versions: 12, bytes: 500_000_000 } as const;

/** Folder of the copies that have a file name, by artifact. */
const namedFolder = 'named';

/** The number of PDFs outside of the folder that the window may still read. */
const maxOutsidePdfs = 64;

/** The window's facts about a PDF that is stored elsewhere. */
type JobPdf = Pick<Artifact, 'size' | 'pages' | 'title' | 'suggestedName'> &
  Pick<ConvertedPdf, 'preflight'>;

interface KeptArtifact extends Pick<Artifact, 'size' | 'title' | 'suggestedName'> {
  readonly path: string;
  /** The name of its source, without an extension. */
  readonly sourceName: string;
  /** True for a document with a compliance flag: none of its versions is kept after it is saved. */
  readonly isPrivate: boolean;
}

/** A PDF outside of the folder. */
interface OutsidePdf {
  readonly path: string;
  /** Its bytes as the window shows them; absent: those of the file. */
  readonly readable?: ReadableBytes | undefined;
}

/** The bytes of an encrypted PDF without its encryption. */
export type ReadableBytes = () => Promise<readonly Buffer[]>;

/** Keeps the PDFs of previews in Platen's data folder. The oldest ones are deleted first. */
export class ArtifactStore {
  readonly #folder: string;
  readonly #artifacts = new Map<string, KeptArtifact>();
  readonly #outside = new Map<string, OutsidePdf>();
  /** Ids of the previews that were saved; the last one is the newest. */
  readonly #saved = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Deletes the files of an earlier run; call it once, before anything else. */
  async open(): Promise<void> {
    createPrivateFolder(this.#folder);
    await removeLeftovers(this.#folder);
    await rm(join(this.#folder, namedFolder), { recursive: true, force: true });
    const left = (await readdir(this.#folder)).filter((name) => name.endsWith('.pdf'));
    await Promise.all(left.map(async (name) => rm(join(this.#folder, name), { force: true })));
  }

  /** Stores a PDF, and returns its URL for the window. */
  async keep(
    pdf: ConvertedPdf,
    names: Pick<KeptArtifact, 'suggestedName' | 'sourceName' | 'isPrivate'>,
  ): Promise<Artifact> {
    const { size, pages, title } = pdf;
    const { suggestedName } = names;
    const id = randomUUID();
    const path = join(this.#folder, `${id}.pdf`);
    await writePrivateFile(path, pdf.parts);
    this.#artifacts.set(id, { path, size, title, ...names });
    await this.#dropOldest();
    const preflight = [...pdf.preflight];
    return { id, address: addressOf(id), size, pages, title, suggestedName, preflight };
  }

  /**
   * Lets the window read a PDF that is stored elsewhere.
   * @param id a UUID; a later call with the same one replaces the path
   */
  addJobPdf(id: string, file: OutsidePdf, { suggestedName, ...pdf }: JobPdf): Artifact {
    this.#grant(id, file);
    const { size, pages, title } = pdf;
    const preflight = [...pdf.preflight];
    return { id, address: addressOf(id), size, pages, title, suggestedName, preflight };
  }

  /**
   * Lets the window read a file that the user chose or Platen saved, whatever it contains then.
   * @returns its URL for the window
   */
  addFile(file: OutsidePdf): string {
    const [known] = [...this.#outside].find(([, { path }]) => path === file.path) ?? [];
    const id = known ?? randomUUID();
    this.#grant(id, file);
    return addressOf(id);
  }

  /**
   * Keeps a preview that was saved or uploaded, so that later ones can be compared with it. A
   * private one is not kept. Does nothing if it was removed.
   */
  async keepSaved(id: string): Promise<void> {
    if (this.#artifacts.get(id)?.isPrivate !== false) return;
    this.#saved.delete(id);
    this.#saved.add(id);
    let bytes = 0;
    for (const [index, each] of [...this.#saved].reverse().entries()) {
      bytes += this.#artifacts.get(each)?.size ?? 0;
      if (index >= maxSaved.versions || bytes > maxSaved.bytes) this.#saved.delete(each);
    }
    await this.#dropOldest();
  }

  /** The full path. @throws AppError `refused` if the artifact was removed */
  pathOf(id: string): string {
    return this.#outside.get(id)?.path ?? this.get(id).path;
  }

  /** A preview is never encrypted. */
  isPreview(id: string): boolean {
    return this.#artifacts.has(id);
  }

  /** How to read an encrypted PDF of a job; undefined for one that is not encrypted. */
  readableOf(id: string): ReadableBytes | undefined {
    return this.#outside.get(id)?.readable;
  }

  /** @throws AppError `refused` if it was removed */
  get(id: string): KeptArtifact {
    const artifact = this.#artifacts.get(id);
    if (artifact !== undefined) return artifact;
    throw new AppError('refused', message('desktop.previewRemoved'));
  }

  /**
   * Copies an artifact to a file with a name that users recognize, for other applications. The copy
   * is deleted with the artifact, at the latest at the next start.
   * @param name an invalid one is changed
   * @param contents what is written instead of the artifact's own bytes
   * @throws AppError `refused` if the artifact was removed
   */
  async copyAs(id: string, name: string, contents?: readonly Buffer[]): Promise<string> {
    const folder = join(this.#folder, namedFolder, id);
    const fileName = checkLocalFilename(name) === null ? name : suggestPdfFilename(name);
    const path = join(folder, fileName);
    createPrivateFolder(folder);
    if (contents !== undefined) {
      await writePrivateFile(path, contents);
      return path;
    }
    // A copy, not a link: another application may change it in place.
    await copyFile(this.pathOf(id), path, constants.COPYFILE_FICLONE);
    return path;
  }

  /** @throws AppError `refused` if the artifact was removed */
  async read(id: string): Promise<Buffer> {
    return readFile(this.pathOf(id));
  }

  /** Does nothing if there is no such PDF. */
  async remove(id: string): Promise<void> {
    const artifact = this.#artifacts.get(id);
    this.#artifacts.delete(id);
    this.#saved.delete(id);
    if (artifact !== undefined) await rm(artifact.path, { force: true });
    await rm(join(this.#folder, namedFolder, id), { recursive: true, force: true });
  }

  async #dropOldest(): Promise<void> {
    const unsaved = [...this.#artifacts.keys()].filter((id) => !this.#saved.has(id));
    const dropped = unsaved.slice(0, -maxPreviews);
    await Promise.all(dropped.map(async (id) => this.remove(id)));
  }

  #grant(id: string, file: OutsidePdf): void {
    this.#outside.delete(id);
    this.#outside.set(id, file);
    for (const oldest of [...this.#outside.keys()].slice(0, -maxOutsidePdfs))
      this.#outside.delete(oldest);
  }
}

function addressOf(id: string): string {
  return `${artifactFolder}/${id}.pdf`;
}

/** Deletes previews with compliance flags once they are delivered. */
export class PrivatePreviews {
  readonly #artifacts: Pick<ArtifactStore, 'remove'>;
  readonly #log: (line: string) => void;
  /** Ids of previews, by those of their uploads. */
  readonly #previews = new Map<string, string>();

  constructor(artifacts: Pick<ArtifactStore, 'remove'>, log: (line: string) => void) {
    this.#artifacts = artifacts;
    this.#log = log;
  }

  /** Registers the uploads of a private preview. */
  expect(artifact: string, uploads: readonly string[]): void {
    for (const upload of uploads) this.#previews.set(upload, artifact);
  }

  ended({ id, state }: Pick<Delivery, 'id' | 'state'>): void {
    const artifact = this.#previews.get(id);
    if (artifact === undefined || state.status !== 'delivered') return;
    this.#previews.delete(id);
    this.#artifacts.remove(artifact).catch((thrown: unknown) => {
      this.#log(`A private preview is still on the disk: ${errorText(thrown)}`);
    });
  }
}
