import type { Debugger } from 'electron';
import { AppError } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import type { Preflight } from '../../../shared/request/preflight.js';
import type { ConversionRequest } from '../../../shared/request/request.js';
import {
  type OwnOptionGroup,
  ownOption,
  setOwnOptions,
} from '../../../shared/request/own-options.js';
import { fieldIssue, invalidRequest } from '../../../shared/request/validation.js';
import { countPages } from './count-pages.js';
import type { FinishStep } from './finish-pdf.js';
import { plainView } from './parts.js';
import type { ConvertedPdf } from '../contract/pdf-engine.js';
import { invalidSignature, refuseFindings } from '../contract/findings.js';

/** A PDF that a server sent instead of a page. */
export class ServedPdf {
  constructor(
    readonly address: string,
    readonly bytes: Buffer,
    readonly pages: number,
  ) {}
}

/** A paused response (DevTools: `Fetch.requestPaused`). */
interface HeldAnswer {
  readonly requestId: string;
  readonly frameId: string;
  readonly request: { readonly url: string };
  readonly responseStatusCode?: number;
  readonly responseHeaders?: readonly { readonly name: string; readonly value: string }[];
}

/** The largest accepted PDF, in bytes, because it is held in memory. */
const maxPdfBytes = 512 * 1024 ** 2;

/** How many bytes are read at a time. */
const partSize = 1024 ** 2;

/**
 * Catches the PDF if the page turns out to be one. Its bytes are read from the response itself, so
 * that the server receives only one request.
 * @param mainFrame id of the page's main frame
 * @returns a promise of the first PDF, which stays pending without one; rejects with
 * `load-failed` for one that is too large or not a PDF
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
      // A request that has been canceled needs no answer; a page that waits for one times out.
      handled.catch(() => undefined);
    });
  });
  pdf.catch(() => undefined);
  await debug.sendCommand('Fetch.enable', {
    patterns: [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Response' }],
  });
  return { pdf };
}

/** Options that would change the pages of a PDF. */
const layoutFields = ['format', 'landscape', 'margin', 'zoom'] as const;

const layoutGroups: ReadonlySet<OwnOptionGroup> = new Set([
  'page',
  'header',
  'contents',
  'info',
  'appearance',
]);

/** A zoom of 1 changes nothing. */
function isSet(field: (typeof layoutFields)[number], value: unknown): boolean {
  return value !== undefined && !(field === 'zoom' && value === 1);
}

/**
 * Returns the served PDF as the result of a conversion: unchanged, but for one that is to be
 * protected or gets attachments, which is written so that it can be changed.
 * @param found the findings so far
 * @throws AppError `invalid-request` for options that cannot be applied to it: pages, paper,
 * margins, zoom, headers, contents, appearance, document information, and passwords and attachments
 * if it is encrypted. A finding could not fail the conversion any more, and a wrong page size is
 * more than a finding
 */
export async function convertServedPdf(
  { address, bytes, pages }: ServedPdf,
  request: ConversionRequest,
  found: Preflight,
): Promise<ConvertedPdf> {
  if (request.pages !== undefined) {
    const issue = message('engine.servedPdfPages', { url: address });
    throw invalidRequest([fieldIssue('pages', issue)]);
  }
  const own = setOwnOptions(request).map(([name]) => name);
  const fields = [
    ...layoutFields.filter((field) => isSet(field, request[field])),
    ...own.filter((name) => layoutGroups.has(ownOption(name).group)),
  ];
  if (fields.length > 0) {
    const issue = message('engine.servedPdfLayout', { url: address, fields });
    const issues = fields.map((field) => fieldIssue(field, issue));
    throw new AppError('invalid-request', issue, issues);
  }
  if (request.protection !== undefined || request.attachments !== undefined) {
    const { written, wasSigned } = await changeable(address, bytes, request);
    const preflight = wasSigned ? [...found, invalidSignature] : found;
    refuseFindings(preflight, request.failOn);
    return { parts: [written], size: written.length, pages, title: '', preflight };
  }
  return { parts: [bytes], size: bytes.length, pages, title: '', preflight: found };
}

/**
 * Returns a PDF of any writer in the form that `encryptPdf` and `attachFiles` read.
 * @returns it, and whether it was signed
 * @throws AppError `invalid-request` if it is encrypted, `load-failed` if it is damaged
 */
async function changeable(
  url: string,
  bytes: Buffer,
  { protection }: ConversionRequest,
): Promise<{ readonly written: Buffer; readonly wasSigned: boolean }> {
  const { EncryptedPDFError } = await import('@cantoo/pdf-lib');
  const { finishPdf, flattenAttachments } = await import('./finish-pdf.js');
  const { isSigned } = await import('./signatures.js');
  let wasSigned = false;
  const checkSignature: FinishStep = ({ catalog }) => void (wasSigned = isSigned(catalog));
  const written = await finishPdf(plainView(bytes), [checkSignature, flattenAttachments]).catch(
    (thrown: unknown) => {
      if (thrown instanceof EncryptedPDFError) {
        throw invalidRequest([
          protection === undefined
            ? fieldIssue('attachments', message('engine.servedPdfNoAttachments', { url }))
            : fieldIssue('protection', message('engine.servedPdfEncrypted', { url })),
        ]);
      }
      throw notConverted(url, message('page.damagedPdf'));
    },
  );
  return { written: written.bytes, wasSigned };
}

function isPdf({ responseStatusCode, responseHeaders = [] }: HeldAnswer): boolean {
  const type = responseHeaders.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
  return responseStatusCode === 200 && /^\s*application\/pdf\b/i.test(type ?? '');
}

async function readServed(debug: Debugger, { requestId, request }: HeldAnswer): Promise<ServedPdf> {
  const { url } = request;
  const bytes = await readBody(debug, requestId, url);
  if (bytes.indexOf('%PDF-') === -1 || bytes.indexOf('%PDF-') > 1024)
    throw notConverted(url, message('page.notPdf'));
  const pages = await countPages(bytes);
  if (pages === null) throw notConverted(url, message('page.uncountablePdf'));
  return new ServedPdf(url, bytes, pages);
}

function notConverted(page: string, reason: Message): AppError {
  return new AppError('load-failed', message('page.notConverted', { page, reason }));
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
      const megabytes = maxPdfBytes / 1024 ** 2;
      throw notConverted(url, message('page.pdfTooLarge', { megabytes }));
    }
  }
}
