import type { ConversionProgress } from '../../../../electron/main/engine/contract/pdf-engine.js';
import type { RemoteConversion } from '../../../../electron/main/engine/remote-renderer.js';
import type { RemoteRendererParts } from '../../../../electron/main/remote/call.js';
import { createRemoteRenderer } from '../../../../electron/main/remote/remote-renderer.js';
import {
  type RemoteEndpoint,
  remoteEndpointSchema,
} from '../../../../electron/shared/endpoints.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';
import { parseConversionRequest } from '../../../../electron/shared/request/request.js';

/** A key that must not appear at other servers, in the log or in errors. */
export const key = 'platen_k1_SuperSecretKeyOfTheTests';

/** Short delays, and limits of silence that no busy machine reaches. */
export const shortDelays = {
  connectMs: 10_000,
  idleMs: 10_000,
  retriesMs: [10, 20],
  pollMs: [10],
} as const;

export function endpointAt(address: string, more: Partial<RemoteEndpoint> = {}): RemoteEndpoint {
  const known = { id: 'e1', name: 'office', address, login: { kind: 'key' } } as const;
  return remoteEndpointSchema.parse({ ...known, ...more });
}

/** Options of a test case. */
export interface RemoteCase {
  readonly endpoint?: Partial<RemoteEndpoint>;
  readonly secret?: string;
  /** In seconds; shorter than the user may choose. */
  readonly timeoutSeconds?: number;
  readonly parts?: Partial<RemoteRendererParts>;
  readonly request?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ConversionProgress) => void;
}

/** Log lines of all renderers of a test. */
export const logged: string[] = [];

/** Converts a small page with the service at a URL. */
export async function render(address: string, options: RemoteCase = {}): Promise<RemoteConversion> {
  const known = endpointAt(address, options.endpoint);
  const endpoint = { ...known, timeoutSeconds: options.timeoutSeconds ?? known.timeoutSeconds };
  const renderer = createRemoteRenderer({
    endpoints: {
      get: (id) => (id === endpoint.id ? endpoint : undefined),
      secretOf: async () => Promise.resolve(options.secret ?? key),
    },
    version: '0.0.0-test',
    limits: shortDelays,
    log: (line) => logged.push(line),
    ...options.parts,
  });
  const source = { kind: 'html', html: '<title>T</title><p>Hello</p>' };
  return renderer.convert(endpoint.id, parseConversionRequest({ source, ...options.request }), {
    idempotencyKey: 'job-1',
    ...(options.signal && { signal: options.signal }),
    ...(options.onProgress && { onProgress: options.onProgress }),
  });
}

/** Returns the error of a conversion. */
export async function failureOf(address: string, options: RemoteCase = {}): Promise<Error> {
  return render(address, options).then(
    () => {
      throw new Error('The conversion did not fail.');
    },
    (thrown: unknown) => {
      if (thrown instanceof Error) return thrown;
      throw new Error('The thrown value is not an error.');
    },
  );
}

/** Returns why a PDF was not downloaded, in English. */
export function notFetchedText({ notFetched }: RemoteConversion['receipt']): string {
  return notFetched === undefined ? '' : englishText(notFetched);
}
