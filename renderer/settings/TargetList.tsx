import { Button } from '@mantine/core';
import { Cloud, Plus } from 'lucide-react';
import { useState } from 'react';
import { EmptyNotice } from '../ui/EmptyNotice.js';
import { addTarget } from './target-editing.js';
import { useTargets } from './targets-store.js';
import { SecretKeeping } from './SecretKeeping.js';
import { TargetItem } from './TargetItem.js';
import { t } from '../i18n/t.js';

/** All destinations, and how their secret keys are stored. */
export function TargetList() {
  const targets = useTargets((state) => state.targets);
  const [confirmingId, setConfirmingId] = useState<string | null>(null);
  if (targets.length === 0) return <NoTargets />;
  return (
    <div className="items">
      <ul className="item-list" aria-label={t('settings.destinations')} data-keeps-focus="">
        {targets.map((target) => (
          <TargetItem
            key={target.id}
            target={target}
            confirmOpen={confirmingId === target.id}
            onConfirmChange={(confirmOpen) => setConfirmingId(confirmOpen ? target.id : null)}
          />
        ))}
      </ul>
      <div className="row">
        <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={addTarget}>
          {t('uploads.addDestination')}
        </Button>
      </div>
      <SecretKeeping />
    </div>
  );
}

function NoTargets() {
  return (
    <div className="items">
      <EmptyNotice
        icon={Cloud}
        title={t('destinations.none')}
        actions={
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={addTarget}>
            {t('uploads.addDestination')}
          </Button>
        }
      >
        {t('destinations.about')}
      </EmptyNotice>
      <SecretKeeping />
    </div>
  );
}
