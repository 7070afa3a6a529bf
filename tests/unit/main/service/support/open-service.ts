import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PdfEngine } from '../../../../../electron/main/engine/contract/pdf-engine.js';
import { createEphemeralService } from '../../../../../electron/main/service/ephemeral-service.js';
import { serviceLog } from '../../../../../electron/main/service/contract/service-log.js';
import type {
  ReadDelivery,
  ServiceEngine,
  ServiceOptions,
} from '../../../../../electron/main/service/contract/service-options.js';

export interface TestService {
  readonly address: string;
  readonly key: string;
  readonly log: () => string;
  /** The names of the stored PDFs. */
  readonly pdfs: () => readonly string[];
  /** Makes every write of a PDF fail, for any user. */
  readonly breakStorage: () => void;
  /** Stops the service; may be called several times. */
  readonly stop: () => Promise<void>;
  /** Stops the service and removes its folder. */
  readonly end: () => Promise<void>;
}

/** The `Authorization` header of an API key. */
export function basic(key: string): Readonly<Record<string, string>> {
  return { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
}

/** The part of an engine beside its conversions, of a Chromium that answers at once. */
export const idleEngine: Omit<ServiceEngine, 'convert'> = {
  ping: async () => Promise.resolve(),
  memory: () => ({ pages: 2, others: 3 }),
};

export async function postJson(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/**
 * Opens a service without accounts in this process, whose engine returns the same few bytes for
 * every request.
 */
export async function openTestService(
  options: Partial<ServiceOptions> = {},
  convert: PdfEngine['convert'] = async () =>
    Promise.resolve({ parts: [Buffer.from('%PDF')], size: 4, pages: 1, title: '', preflight: [] }),
  delivery: ReadDelivery = async () =>
    Promise.reject(new Error('No bucket and no secret is requested here.')),
  engine: Partial<ServiceEngine> = {},
): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-service-'));
  let log = '';
  const { service, key, end } = await createEphemeralService({
    engine: { ...idleEngine, convert, ...engine },
    delivery,
    options: {
      host: '127.0.0.1',
      port: 0,
      tls: null,
      behindProxy: false,
      isStrict: false,
      baseUrl: null,
      metricsListen: null,
      metricsKey: null,
      isOpen: false,
      keepHours: 1,
      privateHosts: ['127.0.0.1'],
      concurrency: 1,
      queue: 10,
      timeoutSeconds: 5,
      bodyLimit: 1024 ** 2,
      stopSeconds: 5,
      ...options,
    },
    resultsFolder: folder,
    version: '1.0.0',
    log: serviceLog('info', (line) => (log += line)),
  });
  await service.start();
  return {
    address: service.address,
    key: key ?? '',
    log: () => log,
    pdfs: () =>
      readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => name.endsWith('.pdf')),
    breakStorage: () => {
      for (const run of readdirSync(folder)) {
        rmSync(join(folder, run), { recursive: true });
        writeFileSync(join(folder, run), '');
      }
    },
    stop: async () => service.stop(),
    end: async () => {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}
