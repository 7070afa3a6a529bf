import { Button } from '@mantine/core';
import type { AppErrorData } from '@shared/errors.js';
import { showNotice } from '../../store/notices.js';
import { faultIn, openFault } from '../../store/remote/endpoint-fault.js';
import { endpointOf, useEndpoints } from '../../store/remote/endpoints-store.js';
import { textOf } from '../../i18n/t.js';

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
          Edit {fault.name}
        </Button>
      )}
      <Button variant="default" onClick={retry}>
        Retry
      </Button>
      <Button variant="subtle" color="gray" onClick={() => void copyDetails(error)}>
        Copy details
      </Button>
    </>
  );
}

async function copyDetails(error: AppErrorData): Promise<void> {
  const text = `${textOf(error.message)}\nCode: ${error.code}\nTime: ${new Date().toISOString()}\n`;
  try {
    await navigator.clipboard.writeText(text);
    showNotice('Details copied');
  } catch {
    showNotice("Couldn't copy the details. Select the message and copy it.");
  }
}
