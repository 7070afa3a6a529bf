import type { AppErrorCode, AppErrorData, PublicError } from '../../shared/errors.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import type { JobOutcome } from './delivery.js';
import { englishText } from '../../shared/messages/translator.js';

type Compliance = NonNullable<ConversionRequest['compliance']>;

/**
 * The body of a message as JSON, laid out as Standard Webhooks advises: `type`, `timestamp`,
 * `data`. `data` is the response of the interface's section 2.5, or the error; the interface itself
 * leaves the payload open (section 6).
 * @param when the outcome came about; it is the same on every try
 * @param task id of a service's request, so that who sent it knows which one is told of
 */
export function webhookBody(
  outcome: JobOutcome,
  compliance: Compliance,
  when: Date,
  task?: string,
): string {
  const { hipaa, gdpr } = compliance;
  return JSON.stringify({
    type: `pdf.${outcome.kind}`,
    timestamp: when.toISOString(),
    data: {
      ...(task !== undefined && { task }),
      ...dataOf(outcome, hipaa || gdpr),
      compliance: { hipaa, gdpr },
    },
  });
}

function dataOf(outcome: JobOutcome, isPrivate: boolean) {
  if (outcome.kind === 'failed') return { error: publicError(outcome.error, isPrivate) };
  const { url, file } = outcome;
  return { ...(url !== undefined && { url }), file: { name: file.name, size: file.size } };
}

/**
 * An error as a third party is told it: its code, and its sentence only where that speaks of
 * nothing but the request and the page. Others may name paths, profiles and targets of this
 * computer, so that one fixed sentence stands for them, and for all errors of a private job.
 */
export function publicError(
  { code, message }: AppErrorData,
  isPrivate: boolean,
): Pick<PublicError, 'code' | 'message'> {
  const told = publicMessages[code];
  return { code, message: isPrivate || !hasOwnWords.has(code) ? told : englishText(message) };
}

/** Errors whose sentences name nothing of this computer. */
const hasOwnWords: ReadonlySet<AppErrorCode> = new Set([
  'invalid-request',
  'page-crashed',
  'print-failed',
]);

const publicMessages: Readonly<Record<AppErrorCode, string>> = {
  'invalid-request': 'The request is wrong.',
  'source-unreadable': 'The source could not be read.',
  'load-failed': 'The page could not be loaded.',
  'timed-out': 'The page was not ready within the time limit.',
  'page-crashed': 'The page could not be converted, as its process ended.',
  'sandbox-off': 'The page was not converted, because there is no sandbox for it.',
  'print-failed': 'Chromium could not print the page.',
  'preflight-failed': 'The page has findings that the request does not put up with.',
  canceled: 'It was canceled, so the PDF was not delivered.',
  'write-failed': 'The PDF could not be written.',
  'object-exists':
    'There is an object of that name in the bucket already, and it was not replaced.',
  'delivery-refused': 'The PDF could not be uploaded, and is not tried again by itself.',
  'delivery-interrupted':
    'The PDF could not be uploaded: the connection broke off, or the bucket was too busy.',
  'remote-refused': 'The service that was asked for the PDF makes none of this.',
  'remote-unreachable': 'The service that was asked for the PDF could not be reached.',
  'remote-uncertain': 'The service that was asked for the PDF gave no answer.',
  refused: 'Something was asked for that is not allowed.',
  internal: 'Platen failed.',
};
