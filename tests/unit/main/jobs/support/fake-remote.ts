import { vi } from 'vitest';
import type {
  RemoteConversion,
  RemoteOptions,
  RemoteRenderer,
} from '../../../../../electron/main/engine/remote-renderer.js';
import type { ConversionRequest } from '../../../../../electron/shared/request/request.js';

/** What a service has answered. */
export const receipt = {
  endpoint: 'office',
  name: 'Office',
  url: 'https://pdf.example.org/x.pdf',
  file: { name: 'x.pdf', size: 10 },
  compliance: { gdpr: false, hipaa: false },
  testMode: false,
  answeredAt: 1,
};

/** A PDF that says who has made it. */
export function remotePdf() {
  const bytes = Buffer.from('PDF of a service');
  return { parts: [bytes], size: bytes.length, pages: 2, title: 'Elsewhere', preflight: [] };
}

type Answer = (request: ConversionRequest, options: RemoteOptions) => Promise<RemoteConversion>;

/** A service that is asked before it answers, as every one is. */
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

/** For tests whose jobs are all made on this computer. */
export const noRemote: RemoteRenderer = {
  nameOf: () => undefined,
  storageOf: () => undefined,
  convert: async () => Promise.reject(new Error('No service is to be asked here.')),
};
