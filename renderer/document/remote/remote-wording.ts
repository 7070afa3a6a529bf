import type { ConversionStage } from '@shared/conversion-stage.js';
import type { RemoteReceipt } from '@shared/endpoints.js';
import type { Message } from '@shared/messages/message.js';
import { formatTransfer } from '../../i18n/format.js';
import { t } from '../../i18n/t.js';

/** Progress of a remote conversion. */
export interface RemoteProgress {
  readonly stage?: ConversionStage | undefined;
  readonly waitingFor?: Message | undefined;
  readonly bytes?: { readonly done: number; readonly of?: number | undefined } | undefined;
}

/** Returns the remote stage as text; null for local stages. */
export function remoteStageText({ stage, bytes }: RemoteProgress, service: string): string | null {
  switch (stage) {
    case 'inlining':
      return t('preview.bundling');
    case 'sending':
      return bytes
        ? t('preview.sendingSize', { size: formatTransfer(bytes.done, bytes.of), service })
        : t('preview.sending', { service });
    case 'rendering':
      return t('preview.waitingFor', { resource: service });
    case 'fetching':
      return bytes
        ? t('preview.downloadingSize', { size: formatTransfer(bytes.done, bytes.of) })
        : t('preview.downloadingPdf');
    case 'loading':
    case 'printing':
    case 'writing':
    case undefined:
      return null;
  }
}

/** Returns who converted a PDF: `Converted by office (test mode)`. */
export function renderedByLabel({ name, testMode }: RemoteReceipt): string {
  return testMode
    ? t('preview.convertedInTestMode', { service: name })
    : t('preview.convertedByLabel', { service: name });
}
