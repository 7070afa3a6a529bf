import type { RemoteEndpoint } from '@shared/endpoints.js';
import { call } from '../bridge.js';
import { createEditing } from '../document/form/editing.js';
import {
  type EndpointForm,
  formOfEndpoint,
  newEndpointForm,
  readEndpointForm,
} from './endpoint-form.js';
import { saveEndpoint } from './endpoints-store.js';

/** The service that is being added or edited in the settings. */
export const endpointEditing = createEditing<EndpointForm, RemoteEndpoint>({
  secretField: 'endpoint-secret',
  read: (form) => {
    const { endpoint, issues } = readEndpointForm(form);
    return { item: endpoint, issues };
  },
  test: (endpoint, secret) =>
    call('endpoints:test', { endpoint, ...(secret !== '' && { secret }) }),
  // Without authentication a stored secret is deleted.
  save: async (endpoint, secret) =>
    saveEndpoint(endpoint, endpoint.login.kind === 'none' ? null : secret),
});

export function addEndpoint(): void {
  endpointEditing.begin(newEndpointForm(crypto.randomUUID()), true);
}

export function editEndpoint(endpoint: RemoteEndpoint): void {
  endpointEditing.begin(formOfEndpoint(endpoint), false);
}
