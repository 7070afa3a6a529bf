import { Button, Checkbox } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { BucketTarget } from '@shared/targets.js';
import { destinationLabel } from './upload-choice.js';
import { uploadTo } from './uploading.js';
import { t } from '../../i18n/t.js';

interface SeveralTargetsProps {
  readonly targets: readonly BucketTarget[];
  readonly name: string | null;
  readonly onDone: () => void;
}

/** Selects several destinations for one PDF. */
export function SeveralTargets({ targets, name, onDone }: SeveralTargetsProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());

  function choose(id: string, isWanted: boolean): void {
    const others = [...chosen].filter((each) => each !== id);
    setChosen(new Set(isWanted ? [...others, id] : others));
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    onDone();
    void uploadTo(targets.filter(({ id }) => chosen.has(id)));
  }

  return (
    <form className="several-targets" onSubmit={submit}>
      <div className="several-list">
        {targets.map((target) => (
          <Checkbox
            key={target.id}
            size="xs"
            label={target.name}
            description={destinationLabel(target, name)}
            checked={chosen.has(target.id)}
            onChange={(event) => choose(target.id, event.currentTarget.checked)}
          />
        ))}
      </div>
      <div className="row several-end">
        <Button variant="default" onClick={onDone}>
          {t('window.cancel')}
        </Button>
        <Button type="submit" disabled={chosen.size === 0}>
          {t('uploads.upload')}
        </Button>
      </div>
    </form>
  );
}
