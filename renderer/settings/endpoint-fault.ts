import type { RemoteEndpoint } from '@shared/endpoints.js';
import type { AppErrorData, FieldIssue } from '@shared/errors.js';
import { openSettings } from '../ui/ui-store.js';
import { editEndpoint, endpointEditing } from './endpoint-editing.js';
import { t } from '../i18n/t.js';

/** A rejected field in the settings of a service. */
export interface EndpointFault {
  /** The field's name for display. */
  readonly name: string;
  readonly issue: FieldIssue;
}

/** Returns the field of a service that an error is about; null for none. */
export function faultIn(
  { login }: Pick<RemoteEndpoint, 'login'>,
  { fields = [] }: AppErrorData,
): EndpointFault | null {
  const names: Readonly<Record<string, string>> = {
    address: t('services.faultyUrl'),
    login: t('services.faultyLogin'),
    secret: login.kind === 'key' ? t('services.faultyKey') : t('services.faultyPassword'),
    'login.user': t('services.faultyUserName'),
    caFile: t('services.faultyCertificates'),
  };
  for (const issue of fields) {
    const name = names[issue.field];
    if (name !== undefined) return { name, issue };
  }
  return null;
}

/** Opens the settings of a service at the rejected field. */
export function openFault(endpoint: RemoteEndpoint, { issue }: EndpointFault): void {
  editEndpoint(endpoint);
  const failure: AppErrorData = {
    code: 'invalid-request',
    message: issue.message,
    fields: [issue],
  };
  endpointEditing.use.setState(({ focusErrorTick }) => ({
    failure,
    focusErrorTick: focusErrorTick + 1,
  }));
  openSettings('services');
}
