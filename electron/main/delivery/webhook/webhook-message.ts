import type { AppErrorData } from '../../../shared/errors.js';
import type { ConversionRequest } from '../../../shared/request/conversion-request.js';

/** What a message tells. */
export type ToldOutcome =
  | {
      readonly kind: 'completed';
      /** Where the PDF is; absent where it was not uploaded. */
      readonly url?: string | undefined;
      /** `size` in bytes. */
      readonly file: { readonly name: string; readonly size: number };
    }
  | { readonly kind: 'failed'; readonly error: AppErrorData };

/**
 * The body of a message as JSON, laid out as Standard Webhooks advises: `type`, `timestamp`, `data`. `data` is the response of the interface's section 2.5, or
 * the error; the interface itself leaves the payload open (section 6).
 * @param when the outcome came about; it is the same on every try
 */
export function webhookBody(
  outcome: ToldOutcome,
  compliance: NonNullable<ConversionRequest['compliance']>,
  when: Date,
): string {
  const { hipaa, gdpr } = compliance;
  return JSON.stringify({
    type: `pdf.${outcome.kind}`,
    timestamp: when.toISOString(),
    data: { ...dataOf(outcome), compliance: { hipaa, gdpr } },
  });
}

function dataOf(outcome: ToldOutcome) {
  if (outcome.kind === 'failed') {
    const { code, message } = outcome.error;
    return { error: { code, message } };
  }
  const { url, file } = outcome;
  return { ...(url !== undefined && { url }), file: { name: file.name, size: file.size } };
}
