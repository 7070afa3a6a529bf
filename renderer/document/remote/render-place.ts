import type { RemoteEndpoint } from '@shared/endpoints.js';
import type { FormSettings } from '@shared/draft.js';
import type { FieldIssue } from '@shared/errors.js';
import { message } from '@shared/messages/message.js';
import { useDraft } from '../form/draft-store.js';
import { endpointOf, useEndpoints } from '../../settings/endpoints-store.js';
import { textOf } from '../../i18n/t.js';

/** Name of a service that no longer exists. */
export const removedService = message('services.removed');

/**
 * Returns the service of the form; null for local conversion. A removed service has only a
 * placeholder name.
 */
export function useFormService(): Pick<RemoteEndpoint, 'name' | 'testMode'> | null {
  const id = useDraft(({ draft }) => draft.renderOn);
  const endpoints = useEndpoints((state) => state.endpoints);
  if (id === null) return null;
  return endpointOf(endpoints, id) ?? { name: textOf(removedService), testMode: false };
}

/** Returns the name of a service by id. */
export function serviceName(id: string): string {
  return endpointOf(useEndpoints.getState().endpoints, id)?.name ?? textOf(removedService);
}

/** Returns an error if the selected service was removed. */
export function placeIssues(
  { renderOn }: Pick<FormSettings, 'renderOn'>,
  endpoints: readonly RemoteEndpoint[],
): readonly FieldIssue[] {
  if (renderOn === null || endpointOf(endpoints, renderOn)) return [];
  return [{ field: 'renderOn', message: message('services.selectedRemoved') }];
}
