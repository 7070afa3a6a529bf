import type { ArtifactStore } from './artifact-store.js';
import type { Delivery } from '../outbox/delivery.js';
import { errorText } from '../../shared/errors.js';

/**
 * Previews that are to be gone from Platen's own folder once they are delivered, as their
 * compliance flags say.
 */
export class PrivatePreviews {
  readonly #artifacts: Pick<ArtifactStore, 'remove'>;
  readonly #log: (line: string) => void;
  readonly #previews = new Map<string, string>();

  constructor(artifacts: Pick<ArtifactStore, 'remove'>, log: (line: string) => void) {
    this.#artifacts = artifacts;
    this.#log = log;
  }

  /** Hears that a private preview goes out by these uploads. */
  expect(artifact: string, uploads: readonly string[]): void {
    for (const upload of uploads) this.#previews.set(upload, artifact);
  }

  /** Hears of an upload that has come to its end. */
  ended({ id, state }: Pick<Delivery, 'id' | 'state'>): void {
    const artifact = this.#previews.get(id);
    if (artifact === undefined || state.status !== 'delivered') return;
    this.#previews.delete(id);
    this.#artifacts.remove(artifact).catch((thrown: unknown) => {
      this.#log(`A private preview is still on the disk: ${errorText(thrown)}`);
    });
  }
}
