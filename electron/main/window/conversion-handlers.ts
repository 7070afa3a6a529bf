import { createHash, randomUUID } from 'node:crypto';
import type { BridgeOutput } from '../../shared/bridge.js';
import { sourceName } from '../../shared/request/filename.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import { throwIfCanceled } from '../engine/contract/canceled.js';
import type {
  ConversionOptions,
  ConversionProgress,
  ConvertedPdf,
  PdfEngine,
} from '../engine/contract/pdf-engine.js';
import { type RemoteRenderer, wasNotProcessed } from '../engine/remote-renderer.js';
import { suggestedName } from '../engine/sources/suggested-name.js';
import { isPrivate } from '../jobs/private-jobs.js';
import type { SignIns } from '../settings/sign-ins.js';
import type { ArtifactStore } from './artifact-store.js';
import type { BridgeHandlers } from './bridge-handlers.js';

interface ConversionHandlerParts {
  readonly engine: PdfEngine;
  readonly renderer: RemoteRenderer;
  readonly signIns: Pick<SignIns, 'accessOf'>;
  readonly artifacts: ArtifactStore;
  readonly onProgress: (id: string, progress: ConversionProgress) => void;
}

/** The arguments of `conversion:start`. */
interface PreviewConversion {
  readonly id: string;
  readonly request: ConversionRequest;
  /** Id of the service; null: rendered locally. */
  readonly renderOn: string | null;
}

/** Handles the calls that convert for the preview. */
export function conversionHandlers(
  parts: ConversionHandlerParts,
): Pick<BridgeHandlers, 'conversion:start' | 'conversion:cancel'> {
  const running = new Map<string, AbortController>();
  const keys = new PreviewKeys();
  return {
    'conversion:start': async (conversion) => {
      const controller = new AbortController();
      running.set(conversion.id, controller);
      try {
        return await convert(conversion, controller.signal, { ...parts, keys });
      } finally {
        running.delete(conversion.id);
      }
    },
    'conversion:cancel': ({ id }) => running.get(id)?.abort(),
  };
}

async function convert(
  { id, request, renderOn }: PreviewConversion,
  signal: AbortSignal,
  {
    engine,
    renderer,
    signIns,
    artifacts,
    onProgress,
    keys,
  }: ConversionHandlerParts & { readonly keys: PreviewKeys },
): Promise<BridgeOutput<'conversion:start'>> {
  const options = {
    signal,
    isInteractive: true,
    // It is protected when it leaves Platen: LeavingPdfs.
    isUnprotected: true,
    onProgress: (progress: ConversionProgress) => onProgress(id, progress),
  } satisfies ConversionOptions;
  const keep = async (pdf: ConvertedPdf) => {
    onProgress(id, { stage: 'writing' });
    const artifact = await artifacts.keep(pdf, {
      suggestedName: suggestedName(request, pdf.title),
      sourceName: sourceName(request.source),
      isPrivate: isPrivate({ request }),
    });
    throwIfCanceled(signal);
    return artifact;
  };
  if (renderOn === null) {
    const { signIn } = request;
    const access = signIn === undefined ? undefined : await signIns.accessOf(signIn);
    return { artifact: await keep(await engine.convert(request, { ...options, access })) };
  }
  const { pdf, receipt } = await keys.with(renderOn, request, async (idempotencyKey) =>
    renderer.convert(renderOn, request, { ...options, idempotencyKey }),
  );
  return { artifact: pdf && (await keep(pdf)), remote: receipt };
}

/**
 * Chooses the `Idempotency-Key` of a preview that a service renders. Each preview gets a new key,
 * except a repetition of one whose outcome is unknown: with the same key, a service that supports
 * it renders and charges only once.
 */
export class PreviewKeys {
  #unknown: { readonly request: string; readonly key: string } | null = null;

  /**
   * @param send sends the request with the key
   * @throws what `send` throws
   */
  async with<T>(
    renderOn: string,
    request: ConversionRequest,
    send: (key: string) => Promise<T>,
  ): Promise<T> {
    const digest = createHash('sha256')
      .update(JSON.stringify([renderOn, request]))
      .digest('hex');
    const key = this.#unknown?.request === digest ? this.#unknown.key : randomUUID();
    this.#unknown = { request: digest, key };
    const forget = () => {
      if (this.#unknown?.key === key) this.#unknown = null;
    };
    try {
      const result = await send(key);
      forget();
      return result;
    } catch (error) {
      if (wasNotProcessed(error)) forget();
      throw error;
    }
  }
}
