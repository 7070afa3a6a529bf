import { CloudOff } from 'lucide-react';
import type { RemoteReceipt } from '@shared/endpoints.js';
import { message } from '@shared/messages/message.js';
import { EmptyNotice } from '../../ui/EmptyNotice.js';
import { renderedByLabel } from '../remote/services.js';
import { ReceiptButtons } from './ReceiptLine.js';
import { t, textOf } from '../../i18n/t.js';

/** A service converted the PDF, but it couldn't be downloaded. */
export function DownloadFailed({ receipt }: { readonly receipt: RemoteReceipt }) {
  return (
    <EmptyNotice
      icon={CloudOff}
      title={t('preview.downloadFailed')}
      actions={<ReceiptButtons url={receipt.url} />}
    >
      {textOf(
        receipt.notFetched ??
          message('preview.convertedBySentence', { label: renderedByLabel(receipt) }),
      )}
    </EmptyNotice>
  );
}
