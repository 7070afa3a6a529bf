import { vi } from 'vitest';
import type {
  RemoteConversion,
  RemoteOptions,
  RemoteRenderer,
} from '../../../../../electron/main/engine/remote-renderer.js';
import type { ConversionRequest } from '../../../../../electron/shared/request/request.js';

/** The receipt of a service. */
export const receipt = {
  endpoint: 'office',
  name: 'Office',
  url: 'https://pdf.example.org/x.pdf',
  file: { name: 'x.pdf', size: 10 },
  compliance: { gdpr: false, hipaa: false },
  testMode: false,
  answeredAt: 1,
};

/** A PDF whose text names the service. */
export function remotePdf() {
  const bytes = Buffer.from('PDF of a service');
  return { parts: [bytes], size: bytes.length, pages: 2, title: 'Elsewhere', preflight: [] };
}

type Answer = (request: ConversionRequest, options: RemoteOptions) => Promise<RemoteConversion>;

/** A service that reports progress and `beforeSending` before its answer. */
export function fakeRemote(
  answer: Answer = async () => Promise.resolve({ receipt, pdf: remotePdf() }),
  storage?: ConversionRequest['storage'],
) {
  const convert = vi.fn(
    async (_endpoint: string, request: ConversionRequest, options: RemoteOptions) => {
      options.onProgress?.({ stage: 'sending', bytes: { done: 5, of: 10 } });
      await options.beforeSending?.();
      return answer(request, options);
    },
  );
  const remote: RemoteRenderer = { nameOf: () => 'Office', storageOf: () => storage, convert };
  return { remote, convert };
}

/** For tests that render locally only. */
export const noRemote: RemoteRenderer = {
  nameOf: () => undefined,
  storageOf: () => undefined,
  convert: async () => Promise.reject(new Error('Unexpected request to a service.')),
};
