import { Button } from '@mantine/core';
import { Cloud, Plus } from 'lucide-react';
import { useState } from 'react';
import { EmptyNotice } from '../../components/EmptyNotice.js';
import { addTarget } from '../../store/delivery/target-editing.js';
import { useTargets } from '../../store/delivery/targets-store.js';
import { SecretKeeping } from './SecretKeeping.js';
import { TargetItem } from './TargetItem.js';

/** All destinations, and how their secret keys are stored. */
export function TargetList() {
  const targets = useTargets((state) => state.targets);
  const [asked, setAsked] = useState<string | null>(null);
  if (targets.length === 0) return <NoTargets />;
  return (
    <div className="items">
      <ul className="item-list" aria-label="Destinations" data-keeps-focus="">
        {targets.map((target) => (
          <TargetItem
            key={target.id}
            target={target}
            confirmOpen={asked === target.id}
            onConfirmChange={(confirmOpen) => setAsked(confirmOpen ? target.id : null)}
          />
        ))}
      </ul>
      <div className="row">
        <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={addTarget}>
          Add destination
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
        title="No destinations yet"
        actions={
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={addTarget}>
            Add destination
          </Button>
        }
      >
        A destination is a bucket that PDFs are uploaded to: Amazon S3, Cloudflare R2, MinIO or any
        other S3-compatible storage.
      </EmptyNotice>
      <SecretKeeping />
    </div>
  );
}
