import type { RemoteEndpoint } from '@shared/endpoints.js';
import type { AppErrorData, FieldIssue } from '@shared/errors.js';
import { openSettings } from '../ui-store.js';
import { editEndpoint, endpointEditing } from './endpoint-editing.js';
import { toldInSettings } from './remote-wording.js';

/** What is wrong in the settings of a service, as it answered. */
export interface EndpointFault {
  /** What a person calls the field. */
  readonly name: string;
  readonly issue: FieldIssue;
}

/** The field of a service that an error points to; null where it points elsewhere. */
export function faultIn(
  { login }: Pick<RemoteEndpoint, 'login'>,
  { fields = [] }: AppErrorData,
): EndpointFault | null {
  const names: Readonly<Record<string, string>> = {
    address: 'URL',
    login: 'authentication',
    secret: login.kind === 'key' ? 'key' : 'password',
    'login.user': 'user name',
    caFile: 'certificates',
  };
  for (const issue of fields) {
    const name = names[issue.field];
    if (name !== undefined) return { name, issue };
  }
  return null;
}

/** Opens the settings at a service, in the field that is wrong. */
export function openFault(endpoint: RemoteEndpoint, { issue }: EndpointFault): void {
  const { message } = issue;
  editEndpoint(endpoint);
  const failure = toldInSettings({ code: 'invalid-request', message, fields: [issue] });
  endpointEditing.use.setState(({ led }) => ({ failure, led: led + 1 }));
  openSettings('services');
}
