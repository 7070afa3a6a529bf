import type { Security } from '../../shared/request/protection.js';
import { encryptPdf } from '../engine/pdf/encrypt-pdf.js';
import type { StoredPasswords } from '../settings/pdf-passwords.js';
import type { ArtifactStore } from './artifact-store.js';

/**
 * The PDFs on screen as they leave Platen. A preview is not encrypted, so that it opens without a
 * question: whatever saves, uploads, opens or drags it takes it from here. The file of a job is
 * encrypted already, and leaves as it is.
 */
export class LeavingPdfs {
  readonly #artifacts: ArtifactStore;
  readonly #passwords: Pick<StoredPasswords, 'of'>;

  constructor(artifacts: ArtifactStore, passwords: Pick<StoredPasswords, 'of'>) {
    this.#artifacts = artifacts;
    this.#passwords = passwords;
  }

  /** @throws AppError `refused` if it was removed or its passwords cannot be used */
  async read(id: string, security: Security): Promise<readonly Buffer[]> {
    const encrypted = await this.encrypted(id, security);
    return encrypted ?? [await this.#artifacts.read(id)];
  }

  /**
   * Writes a PDF to a file of Platen for another application; see {@link ArtifactStore.copyAs}.
   * @returns its full path
   */
  async copyAs(id: string, name: string, security: Security): Promise<string> {
    const encrypted = await this.encrypted(id, security);
    return this.#artifacts.copyAs(id, name, encrypted ?? undefined);
  }

  /** As {@link read}; null if the PDF leaves as it is. */
  async encrypted(id: string, security: Security): Promise<readonly Buffer[] | null> {
    if (!this.#artifacts.isPreview(id)) return null;
    const passwords = await this.#passwords.of(security.protection);
    return passwords === undefined
      ? null
      : encryptPdf([await this.#artifacts.read(id)], passwords, security);
  }
}
