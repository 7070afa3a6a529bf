import type { RemoteEndpoint } from '@shared/endpoints.js';
import type { FormSettings } from '@shared/draft.js';
import type { FieldIssue } from '@shared/errors.js';
import { useDraft } from '../draft-store.js';
import { endpointOf, useEndpoints } from './endpoints-store.js';

/** What a service is called that is not in the settings any more. */
export const goneService = 'Removed service';

/** The service that the form names; null: this computer makes the PDF. One that was removed has only its name for that. */
export function useFormService(): Pick<RemoteEndpoint, 'name' | 'testMode'> | null {
  const id = useDraft(({ draft }) => draft.renderOn);
  const endpoints = useEndpoints((state) => state.endpoints);
  if (id === null) return null;
  return endpointOf(endpoints, id) ?? gone;
}

const gone = { name: goneService, testMode: false };

/** What a service is called, by its id. */
export function serviceName(id: string): string {
  return endpointOf(useEndpoints.getState().endpoints, id)?.name ?? goneService;
}

/** The mistake in where a PDF is to be made: a service that there is no more. */
export function placeIssues(
  { renderOn }: Pick<FormSettings, 'renderOn'>,
  endpoints: readonly RemoteEndpoint[],
): readonly FieldIssue[] {
  if (renderOn === null || endpointOf(endpoints, renderOn)) return [];
  return [
    {
      field: 'renderOn',
      message: 'The selected service was removed. Select another one.',
    },
  ];
}
