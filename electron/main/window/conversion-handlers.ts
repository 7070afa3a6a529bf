import type { ArtifactStore } from './artifact-store.js';
import { throwIfCanceled } from '../engine/canceled.js';
import type {
  ConversionOptions,
  ConversionProgress,
  ConvertedPdf,
  PdfEngine,
} from '../engine/pdf-engine.js';
import type { RemoteRenderer } from '../engine/remote-renderer.js';
import { suggestedName } from '../engine/sources/suggested-name.js';
import type { BridgeOutput } from '../../shared/bridge.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import { sourceName } from '../../shared/request/filename.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import { PreviewKeys } from './preview-keys.js';

export interface ConversionHandlerParts {
  readonly engine: PdfEngine;
  readonly renderer: RemoteRenderer;
  readonly artifacts: ArtifactStore;
  readonly onProgress: (id: string, progress: ConversionProgress) => void;
}

/** Begins one conversion. */
interface Start {
  readonly id: string;
  readonly request: ConversionRequest;
  /** Id of the endpoint; null: this computer. */
  readonly renderOn: string | null;
}

/** The calls that make PDFs for the preview. */
export function conversionHandlers(
  parts: ConversionHandlerParts,
): Pick<BridgeHandlers, 'conversion:start' | 'conversion:cancel'> {
  const running = new Map<string, AbortController>();
  const keys = new PreviewKeys();
  return {
    'conversion:start': async (start) => {
      const controller = new AbortController();
      running.set(start.id, controller);
      try {
        return await convert(start, controller.signal, { ...parts, keys });
      } finally {
        running.delete(start.id);
      }
    },
    'conversion:cancel': ({ id }) => running.get(id)?.abort(),
  };
}

async function convert(
  { id, request, renderOn }: Start,
  signal: AbortSignal,
  {
    engine,
    renderer,
    artifacts,
    onProgress,
    keys,
  }: ConversionHandlerParts & { readonly keys: PreviewKeys },
): Promise<BridgeOutput<'conversion:start'>> {
  const options = {
    signal,
    isInteractive: true,
    onProgress: (progress: ConversionProgress) => onProgress(id, progress),
  } satisfies ConversionOptions;
  const keep = async (pdf: ConvertedPdf) => {
    onProgress(id, { stage: 'writing' });
    const artifact = await artifacts.keep(pdf, {
      suggestedName: suggestedName(request, pdf.title),
      sourceName: sourceName(request.source),
    });
    throwIfCanceled(signal);
    return artifact;
  };
  if (renderOn === null) return { artifact: await keep(await engine.convert(request, options)) };
  const made = await keys.with(renderOn, request, async (idempotencyKey) =>
    renderer.convert(renderOn, request, { ...options, idempotencyKey }),
  );
  return { artifact: made.pdf && (await keep(made.pdf)), remote: made.receipt };
}
