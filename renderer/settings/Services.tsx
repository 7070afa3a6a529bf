import { Server } from 'lucide-react';
import type { RemoteEndpoint } from '@shared/endpoints.js';
import { t } from '../i18n/t.js';
import { addEndpoint, editEndpoint, endpointEditing, endpointFields } from './endpoint-form.js';
import { EditableItems } from './items.js';
import { removeEndpoint, useEndpoints, useTargets } from './targets-store.js';

/** The remote services: the list, or the form of the edited one. */
export function EndpointSettings() {
  const endpoints = useEndpoints((state) => state.endpoints);
  const withSecret = useTargets(({ secrets }) => secrets.endpoints);
  return (
    <EditableItems
      label={t('settings.services')}
      items={endpoints}
      icon={Server}
      emptyTitle={t('services.none')}
      about={t('services.about')}
      addLabel={t('services.add')}
      newTitle={t('services.new')}
      testingText={t('services.testing')}
      editing={endpointEditing}
      fieldsOf={() => endpointFields}
      withSecret={withSecret}
      onAdd={addEndpoint}
      describe={(endpoint) => {
        const { id, name, address, login, testMode } = endpoint;
        return {
          name,
          facts: testMode ? t('services.testModeFacts', { url: address }) : address,
          missing: withSecret.includes(id) ? null : missingSecretText(login),
          question: questionOf(endpoint),
          onEdit: () => editEndpoint(endpoint),
          onRemove: async () => removeEndpoint(id),
        };
      }}
    />
  );
}

function missingSecretText({ kind }: RemoteEndpoint['login']): string | null {
  if (kind === 'none') return null;
  return kind === 'key' ? t('services.keyMissing') : t('services.passwordMissing');
}

function questionOf({ name, login }: RemoteEndpoint): string {
  switch (login.kind) {
    case 'key':
      return t('services.removeWithKeyQuestion', { name });
    case 'user':
      return t('services.removeWithPasswordQuestion', { name });
    case 'none':
      return t('services.removeQuestion', { name });
  }
}
