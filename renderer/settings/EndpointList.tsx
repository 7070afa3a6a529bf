import { Button } from '@mantine/core';
import { Plus, Server } from 'lucide-react';
import { useState } from 'react';
import { EmptyNotice } from '../ui/EmptyNotice.js';
import { addEndpoint } from './endpoint-editing.js';
import { useEndpoints } from './endpoints-store.js';
import { EndpointItem } from './EndpointItem.js';
import { SecretKeeping } from './SecretKeeping.js';
import { t } from '../i18n/t.js';

/** All services, and how their keys are stored. */
export function EndpointList() {
  const endpoints = useEndpoints((state) => state.endpoints);
  const [confirmingId, setConfirmingId] = useState<string | null>(null);
  if (endpoints.length === 0) return <NoEndpoints />;
  return (
    <div className="items">
      <ul className="item-list" aria-label={t('settings.services')} data-keeps-focus="">
        {endpoints.map((endpoint) => (
          <EndpointItem
            key={endpoint.id}
            endpoint={endpoint}
            confirmOpen={confirmingId === endpoint.id}
            onConfirmChange={(confirmOpen) => setConfirmingId(confirmOpen ? endpoint.id : null)}
          />
        ))}
      </ul>
      <div className="row">
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={addEndpoint}
        >
          {t('services.add')}
        </Button>
      </div>
      <SecretKeeping />
    </div>
  );
}

function NoEndpoints() {
  return (
    <EmptyNotice
      icon={Server}
      title={t('services.none')}
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={addEndpoint}>
          {t('services.add')}
        </Button>
      }
    >
      {t('services.about')}
    </EmptyNotice>
  );
}
