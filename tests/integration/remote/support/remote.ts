import type { ConversionProgress } from '../../../../electron/main/engine/pdf-engine.js';
import type { RemoteConversion } from '../../../../electron/main/engine/remote-renderer.js';
import {
  type RemoteRendererParts,
  createRemoteRenderer,
} from '../../../../electron/main/remote/remote-renderer.js';
import {
  type RemoteEndpoint,
  remoteEndpointSchema,
} from '../../../../electron/shared/endpoints.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';
import { parseConversionRequest } from '../../../../electron/shared/request/request.js';

/** The key that no other server than the endpoint's, no log line and no error may see. */
export const key = 'platen_k1_SuperSecretKeyOfTheTests';

/** Waits that a test can wait for. */
export const shortLimits = {
  connectMs: 2_000,
  idleMs: 400,
  retriesMs: [10, 20],
  pollMs: [10],
} as const;

export function endpointAt(address: string, more: Partial<RemoteEndpoint> = {}): RemoteEndpoint {
  const known = { id: 'e1', name: 'office', address, login: { kind: 'key' } } as const;
  return remoteEndpointSchema.parse({ ...known, ...more });
}

/** What a test may want other than usual. */
export interface RemoteCase {
  readonly endpoint?: Partial<RemoteEndpoint>;
  readonly secret?: string;
  /** In seconds; less than a person may set. */
  readonly patience?: number;
  readonly parts?: Partial<RemoteRendererParts>;
  readonly request?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ConversionProgress) => void;
}

/** Lines for the log, of all renderers of a test. */
export const logged: string[] = [];

/** Has a small page made by the service at an address. */
export async function render(address: string, wish: RemoteCase = {}): Promise<RemoteConversion> {
  const known = endpointAt(address, wish.endpoint);
  const endpoint = { ...known, timeoutSeconds: wish.patience ?? known.timeoutSeconds };
  const renderer = createRemoteRenderer({
    endpoints: {
      get: (id) => (id === endpoint.id ? endpoint : undefined),
      secretOf: async () => Promise.resolve(wish.secret ?? key),
    },
    version: '0.0.0-test',
    limits: shortLimits,
    log: (line) => logged.push(line),
    ...wish.parts,
  });
  const source = { kind: 'html', html: '<title>T</title><p>Hello</p>' };
  return renderer.convert(endpoint.id, parseConversionRequest({ source, ...wish.request }), {
    idempotencyKey: 'job-1',
    ...(wish.signal && { signal: wish.signal }),
    ...(wish.onProgress && { onProgress: wish.onProgress }),
  });
}

/** What a conversion failed with. */
export async function failureOf(address: string, wish: RemoteCase = {}): Promise<Error> {
  return render(address, wish).then(
    () => {
      throw new Error('The conversion did not fail.');
    },
    (thrown: unknown) => {
      if (thrown instanceof Error) return thrown;
      throw new Error('Something else than an error was thrown.');
    },
  );
}

/** Returns why a PDF was not downloaded, in English. */
export function notFetchedText({ notFetched }: RemoteConversion['receipt']): string {
  return notFetched === undefined ? '' : englishText(notFetched);
}
