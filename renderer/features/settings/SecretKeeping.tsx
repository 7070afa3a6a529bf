import { Switch } from '@mantine/core';
import { useState } from 'react';
import { FieldError } from '../../components/FieldError.js';
import { keepSecretsUnsafely, useTargets } from '../../store/delivery/targets-store.js';
import { textOf } from '../../i18n/t.js';

/**
 * Says where secrets are stored. Without a system keychain, the user can choose to store them
 * unencrypted.
 */
export function SecretKeeping() {
  const { keeping, reason, canKeepUnsafely } = useTargets(({ secrets }) => secrets);
  const [issue, setIssue] = useState<string | null>(null);

  async function choose(allow: boolean): Promise<void> {
    const error = await keepSecretsUnsafely(allow);
    setIssue(error && textOf(error.message));
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
            label="Store secrets unencrypted"
            description="Anyone who can read your files or backups can read them."
            checked={keeping === 'unsafe'}
            onChange={(event) => void choose(event.currentTarget.checked)}
          />
          <FieldError id="keep-unsafely-error" message={issue} />
        </>
      )}
    </div>
  );
}

const keepingTexts = {
  safe: 'Secrets are stored in the system keychain and never shown again.',
  'this-run': 'Secrets are kept only until you quit.',
  unsafe: 'Secrets are stored unencrypted.',
} as const;
