import { createHash, randomUUID } from 'node:crypto';
import type { ConversionRequest } from '../../shared/request/request.js';
import { wasNotProcessed } from '../engine/remote-renderer.js';

/**
 * The keys (`Idempotency-Key`) of what previews ask of services. Each is a request of its own, as a
 * person asks for it, but for one of which nobody knows what became: where it is sent again as it
 * was, a service that knows the key makes and charges it once.
 */
export class PreviewKeys {
  #unsure: { readonly request: string; readonly key: string } | null = null;

  /**
   * @param send sends the request with the key
   * @throws what `send` does
   */
  async with<T>(
    renderOn: string,
    request: ConversionRequest,
    send: (key: string) => Promise<T>,
  ): Promise<T> {
    const digest = createHash('sha256')
      .update(JSON.stringify([renderOn, request]))
      .digest('hex');
    const key = this.#unsure?.request === digest ? this.#unsure.key : randomUUID();
    this.#unsure = { request: digest, key };
    const forget = () => {
      if (this.#unsure?.key === key) this.#unsure = null;
    };
    try {
      const made = await send(key);
      forget();
      return made;
    } catch (error) {
      if (wasNotProcessed(error)) forget();
      throw error;
    }
  }
}
