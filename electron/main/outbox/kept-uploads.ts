import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../shared/messages/errors.js';
import { objectOptions, objectSettingsSchema } from '../../shared/object-settings.js';
import { ownerAcl } from '../../shared/targets.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import { writePrivateFile } from '../files/write-file.js';
import { storedUploadSchema } from './delivery.js';

/** How a command line signs in to servers. Contains no secret. */
const serverOverridesSchema = z.object({
  /** Full path of a private key. */
  identity: z.string().optional(),
  /** Full path of a file with the password, or the passphrase of the key. */
  passwordFile: z.string().optional(),
  /** The only key that a server may have, as `SHA256:…`. */
  hostKey: z.string().optional(),
});
export type ServerOverrides = Readonly<z.infer<typeof serverOverridesSchema>>;

/** What `convert` notes about a PDF that it could not upload. */
const keptUploadsSchema = z.object({
  /** What was converted; empty for a private PDF. */
  source: z.string(),
  /** The ACL of `--acl`; null for none, absent for that of the target. */
  acl: z.literal(ownerAcl).nullable().optional(),
  /** What the command line requested for the objects. */
  object: objectSettingsSchema.optional(),
  /** The options of the target that it removed. */
  cleared: z.array(z.enum(objectOptions)).readonly().optional(),
  /** What the command line requested for SFTP servers. */
  server: serverOverridesSchema.optional(),
  /** The uploads that have not arrived, failed or stopped. */
  uploads: z.array(storedUploadSchema).readonly(),
});
export type KeptNote = Readonly<z.infer<typeof keptUploadsSchema>>;

/** A PDF that `convert` left. */
export interface KeptPdf {
  readonly id: string;
  /** Full path. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** When it was last written, in milliseconds since the epoch. */
  readonly modified: number;
  /** Null if nothing is noted: a file could not be written, or the run was killed or still runs. */
  readonly note: KeptNote | null;
}

/** The PDFs that `convert` keeps because they could not be delivered, with their destinations. */
export class KeptUploads {
  readonly #folder: string;
  readonly #spool: Pick<PdfSpool, 'ids' | 'pathOf' | 'remove'>;

  /** @param folder that of the spool */
  constructor(folder: string, spool: Pick<PdfSpool, 'ids' | 'pathOf' | 'remove'>) {
    this.#folder = folder;
    this.#spool = spool;
  }

  /** Notes where a PDF is still to be uploaded. @throws AppError `write-failed` */
  async note(id: string, note: KeptNote): Promise<void> {
    await writePrivateFile(this.#noteOf(id), `${JSON.stringify(note, null, 2)}\n`);
  }

  /** Returns all kept PDFs, the oldest first. A note that cannot be read counts as none. */
  async list(): Promise<readonly KeptPdf[]> {
    const pdfs = await Promise.all((await this.#spool.ids()).map(async (id) => this.#read(id)));
    return pdfs.filter((pdf) => pdf !== null).sort((one, other) => one.modified - other.modified);
  }

  /** Removes a PDF and its note. */
  async remove(id: string): Promise<void> {
    await this.#spool.remove(id);
    await rm(this.#noteOf(id), { force: true });
  }

  /** Returns null for a PDF that was delivered meanwhile. */
  async #read(id: string): Promise<KeptPdf | null> {
    const path = this.#spool.pathOf(id);
    try {
      const { size, mtimeMs } = await stat(path);
      return { id, path, size, modified: mtimeMs, note: await this.#readNote(id) };
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  async #readNote(id: string): Promise<KeptNote | null> {
    const text = await readFile(this.#noteOf(id), 'utf8').catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    });
    if (text === null) return null;
    try {
      return keptUploadsSchema.safeParse(JSON.parse(text)).data ?? null;
    } catch {
      return null;
    }
  }

  #noteOf(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}
