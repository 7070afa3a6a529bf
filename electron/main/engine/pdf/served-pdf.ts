import type { Debugger } from 'electron';
import { AppError } from '../../../shared/errors.js';
import type { Preflight } from '../../../shared/preflight.js';
import type { ConversionRequest } from '../../../shared/request/request.js';
import { listInWords } from '../../../shared/request/text.js';
import { countPages } from '../print/count-pages.js';
import type { ConvertedPdf } from '../pdf-engine.js';

/** A PDF that a server gave where a page was asked for. */
export class ServedPdf {
  constructor(
    readonly address: string,
    readonly bytes: Buffer,
    /** How many pages it has. */
    readonly pages: number,
  ) {}
}

/** What DevTools tells of an answer that it holds (its `Fetch.requestPaused`). */
interface HeldAnswer {
  readonly requestId: string;
  readonly frameId: string;
  readonly request: { readonly url: string };
  readonly responseStatusCode?: number;
  readonly responseHeaders?: readonly { readonly name: string; readonly value: string }[];
}

/** The largest PDF that is taken over, in bytes: it is held in memory. */
const maxPdfBytes = 512 * 1024 ** 2;

/** Bytes that are read at a time. */
const partSize = 1024 ** 2;

/**
 * Catches the PDF that a page turns out to be: its bytes are taken where they come in, so that the server is asked once.
 * @param mainFrame id of the frame that is the page
 * @returns what resolves with the first PDF, and never if there is none; it rejects with `load-failed` for one that is too large or is no
 * PDF in truth
 */
export async function catchServedPdf(
  debug: Debugger,
  mainFrame: string,
): Promise<{ readonly pdf: Promise<ServedPdf> }> {
  const pdf = new Promise<ServedPdf>((resolve, reject) => {
    const take = async (answer: HeldAnswer) => {
      await readServed(debug, answer).then(resolve, reject);
      await debug.sendCommand('Fetch.failRequest', {
        requestId: answer.requestId,
        errorReason: 'Aborted',
      });
    };
    debug.on('message', (_event, method, params: HeldAnswer) => {
      if (method !== 'Fetch.requestPaused') return;
      const { requestId, frameId } = params;
      const handled =
        isPdf(params) && frameId === mainFrame
          ? take(params)
          : debug.sendCommand('Fetch.continueRequest', { requestId });
      // A request that has gone away meanwhile is nobody's loss; a page that waits for one meets its time limit.
      handled.catch(() => undefined);
    });
  });
  pdf.catch(() => undefined);
  await debug.sendCommand('Fetch.enable', {
    patterns: [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Response' }],
  });
  return { pdf };
}

/** Fields of a request for how a page is to look on paper. */
const lookFields = ['format', 'landscape', 'margin', 'zoom'] as const;

/** A zoom of 1 is what a PDF has. */
function isWish(field: (typeof lookFields)[number], value: unknown): boolean {
  return value !== undefined && !(field === 'zoom' && value === 1);
}

/**
 * The PDF that was served as the result of a conversion: the server's own bytes.
 * @param found what went wrong so far
 * @throws AppError `invalid-request` for what cannot be done to it: pages, paper, margins, zoom. A finding would come too late for `failOn`, and a
 * document in another size than was asked for is no finding
 */
export function takeOver(
  { address, bytes, pages }: ServedPdf,
  request: ConversionRequest,
  found: Preflight,
): ConvertedPdf {
  const fact = `${address} is a PDF already, which is taken over as it is`;
  if (request.pages !== undefined) {
    const sentence = `${fact}: its pages cannot be chosen. Leave the page range out.`;
    throw new AppError('invalid-request', sentence, [{ field: 'pages', message: sentence }]);
  }
  const fields = lookFields.filter((field) => isWish(field, request[field]));
  if (fields.length > 0) {
    const sentence = `${fact}: paper, margins and zoom cannot be given to it. Leave ${listInWords(fields, 'and')} out.`;
    const issues = fields.map((field) => ({ field, message: sentence }));
    throw new AppError('invalid-request', sentence, issues);
  }
  return { parts: [bytes], size: bytes.length, pages, title: '', preflight: found };
}

function isPdf({ responseStatusCode, responseHeaders = [] }: HeldAnswer): boolean {
  const type = responseHeaders.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  return responseStatusCode === 200 && /^\s*application\/pdf\b/i.test(type ?? '');
}

async function readServed(debug: Debugger, { requestId, request }: HeldAnswer): Promise<ServedPdf> {
  const { url } = request;
  const bytes = await readBody(debug, requestId, url);
  const fail = (why: string) =>
    new AppError('load-failed', `${url} could not be converted: ${why}.`);
  if (bytes.indexOf('%PDF-') === -1 || bytes.indexOf('%PDF-') > 1024)
    throw fail('the server says that it is a PDF, and it is none');
  const pages = await countPages(bytes);
  if (pages === null)
    throw fail('it is a PDF whose pages Platen cannot count; it may be encrypted');
  return new ServedPdf(url, bytes, pages);
}

async function readBody(debug: Debugger, requestId: string, url: string): Promise<Buffer> {
  const { stream } = (await debug.sendCommand('Fetch.takeResponseBodyAsStream', {
    requestId,
  })) as { readonly stream: string };
  const parts: Buffer[] = [];
  for (let size = 0; ;) {
    const part = (await debug.sendCommand('IO.read', { handle: stream, size: partSize })) as {
      readonly data: string;
      readonly eof: boolean;
      readonly base64Encoded?: boolean;
    };
    const bytes = Buffer.from(part.data, part.base64Encoded === true ? 'base64' : 'latin1');
    parts.push(bytes);
    size += bytes.length;
    if (part.eof) return Buffer.concat(parts);
    if (size > maxPdfBytes) {
      throw new AppError(
        'load-failed',
        `${url} could not be converted: it is a PDF of more than ${maxPdfBytes / 1024 ** 2} MB.`,
      );
    }
  }
}
