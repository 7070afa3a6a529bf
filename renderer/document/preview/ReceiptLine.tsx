import { Button } from '@mantine/core';
import type { RemoteReceipt } from '@shared/endpoints.js';
import { copyText } from '../../ui/copy-text.js';
import { openLink } from '../../ui/open-link.js';
import { receiptFileText, renderedByLabel } from '../remote/services.js';
import { t } from '../../i18n/t.js';

interface ReceiptLineProps {
  readonly receipt: RemoteReceipt;
  /** Replaces "Converted by …". */
  readonly text?: string;
}

/** What the service returned: who converted the PDF, where it is, and actions. */
export function ReceiptLine({ receipt, text }: ReceiptLineProps) {
  const { url, file } = receipt;
  return (
    <>
      <span className="cut" title={url}>
        {text ?? renderedByLabel(receipt)}
        {file && <span className="quiet"> · {receiptFileText(file)}</span>}
        {url !== undefined && <span className="quiet"> · {url}</span>}
      </span>
      <ReceiptButtons url={url} />
    </>
  );
}

/** Actions for the URL of a PDF. */
export function ReceiptButtons({ url }: { readonly url: string | undefined }) {
  if (url === undefined) return null;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t('preview.copyServiceLink')}
        onClick={() => void copyText(url, 'link', t('window.linkCopied'))}
      >
        {t('uploads.copyLink')}
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t('preview.openServicePdf')}
        onClick={() => void openLink(url)}
      >
        {t('window.open')}
      </Button>
    </>
  );
}
