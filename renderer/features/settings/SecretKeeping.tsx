import { Switch } from '@mantine/core';
import { useState } from 'react';
import { FieldError } from '../../components/FieldError.js';
import { keepSecretsUnsafely, useTargets } from '../../store/delivery/targets-store.js';

/** Where secrets are kept, and, where the system has no safe store for them, the person's choice. */
export function SecretKeeping() {
  const { keeping, reason, canKeepUnsafely } = useTargets(({ secrets }) => secrets);
  const [mistake, setMistake] = useState<string | null>(null);

  async function choose(allow: boolean): Promise<void> {
    const error = await keepSecretsUnsafely(allow);
    setMistake(error?.message ?? null);
  }

  return (
    <div className="secret-keeping small">
      <p className="quiet">{reason ?? keepingTexts[keeping]}</p>
      {(canKeepUnsafely || keeping === 'unsafe') && (
        <>
          <Switch
            id="keep-unsafely"
            size="xs"
            withThumbIndicator={false}
            label="Keep secrets on the disk without protection"
            description="Whoever can read your files can then read the keys, also from a backup."
            checked={keeping === 'unsafe'}
            onChange={(event) => void choose(event.currentTarget.checked)}
          />
          <FieldError id="keep-unsafely-error" message={mistake} />
        </>
      )}
    </div>
  );
}

const keepingTexts = {
  safe: "Secrets are kept in the system's own store for them, and never shown again.",
  'this-run': 'Secrets are kept until Platen quits, and have to be written again after that.',
  unsafe: 'Secrets are kept on the disk without protection.',
} as const;
