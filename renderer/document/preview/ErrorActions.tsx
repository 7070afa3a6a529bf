import { Button } from '@mantine/core';
import type { AppErrorData } from '@shared/errors.js';
import { showNotice } from '../../ui/notices.js';
import { faultIn, openFault } from '../../settings/endpoint-form.js';
import { endpointOf, useEndpoints } from '../../settings/endpoints-store.js';
import { t } from '../../i18n/t.js';

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
