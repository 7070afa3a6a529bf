import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PdfProducer } from '../../../../electron/main/service/tasks/pdf-producer.js';
import { ResultsFolder } from '../../../../electron/main/service/tasks/results-folder.js';
import { requestFromWire } from '../../../../electron/shared/request/wire.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-results-'));
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** Returns the retention of a PDF in hours. */
async function hoursOf(compliance: object | undefined, keepHours: number): Promise<number> {
  const producer = new PdfProducer({
    engine: {
      convert: async () =>
        Promise.resolve({
          parts: [Buffer.from('%PDF')],
          size: 4,
          pages: 1,
          title: '',
          preflight: [],
        }),
    },
    results: new ResultsFolder(folder),
    delivery: async () => Promise.reject(new Error('No bucket is requested here.')),
    options: { keepHours, privateHosts: [], timeoutSeconds: 5 },
  });
  const request = requestFromWire({ source: '<p>x', ...(compliance && { compliance }) });
  const pdfRequest = {
    workId: 'w',
    request,
    testMode: false,
    account: 'a',
    base: 'http://127.0.0.1',
    isStored: true,
  };
  const { stored } = await producer.produce(pdfRequest, new AbortController().signal);
  return ((stored?.expires ?? 0) - Date.now()) / (60 * 60 * 1000);
}

it.each([
  [undefined, 24, 24],
  [{ gdpr: false, hipaa: false }, 24, 24],
  [{ gdpr: true }, 24, 1],
  [{ hipaa: true }, 24, 1],
  [{ gdpr: true }, 0.5, 0.5],
])(
  'with the flags %j and a retention of %d hours, a PDF is kept for %d',
  async (flags, keep, expected) => {
    expect(await hoursOf(flags, keep)).toBe(expected);
  },
);
