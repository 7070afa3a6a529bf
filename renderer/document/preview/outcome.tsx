import { Button } from '@mantine/core';
import type { AppErrorData } from '@shared/messages/errors.js';
import { showNotice } from '../../ui/notices.js';
import { faultIn, openFault } from '../../settings/endpoint-form.js';
import { endpointOf, useEndpoints } from '../../settings/targets-store.js';
import { t } from '../../i18n/t.js';
import type { RemoteReceipt } from '@shared/endpoints.js';
import { copyText, openLink } from '../../ui/links.js';
import { describeReceipt, receiptFileText, renderedByLabel } from '../draft/services.js';

interface ErrorActionsProps {
  readonly error: AppErrorData;
  /** Repeats the failed action. */
  readonly retry: () => void;
  /** Id of the service that failed; absent if none did. */
  readonly renderOn?: string | null | undefined;
}

/** Actions after an error that isn't about a field. */
export function ErrorActions({ error, retry, renderOn }: ErrorActionsProps) {
  const endpoint = useEndpoints(({ endpoints }) => endpointOf(endpoints, renderOn ?? null));
  const fault = endpoint && faultIn(endpoint, error);
  return (
    <>
      {fault && (
        <Button variant="default" onClick={() => openFault(endpoint, fault)}>
          {t('preview.edit', { field: fault.name })}
        </Button>
      )}
      <Button variant="default" onClick={retry}>
        {t('window.retry')}
      </Button>
      <Button variant="subtle" color="gray" onClick={() => void copyDetails(error)}>
        {t('preview.copyDetails')}
      </Button>
    </>
  );
}

async function copyDetails(error: AppErrorData): Promise<void> {
  const text = t('preview.errorDetails', {
    message: error.message,
    code: error.code,
    time: new Date().toISOString(),
  });
  try {
    await navigator.clipboard.writeText(text);
    showNotice(t('preview.detailsCopied'));
  } catch {
    showNotice(t('preview.detailsNotCopied'));
  }
}

/** What the service returned: who converted the PDF, where it is, and actions. */
export function ReceiptLine({ receipt }: { readonly receipt: RemoteReceipt }) {
  const { url, file } = receipt;
  return (
    <>
      <span className="cut" title={url}>
        {renderedByLabel(receipt)}
        {file && <span className="quiet"> · {receiptFileText(file)}</span>}
        {url !== undefined && <span className="quiet"> · {url}</span>}
      </span>
      <ReceiptButtons url={url} />
    </>
  );
}

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

export function ReceiptDetails({ receipt }: { readonly receipt: RemoteReceipt }) {
  return (
    <div className="receipt">
      <dl>
        {describeReceipt(receipt).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="row">
        <ReceiptButtons url={receipt.url} />
      </div>
    </div>
  );
}
