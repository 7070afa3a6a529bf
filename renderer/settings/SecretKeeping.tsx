import { Switch } from '@mantine/core';
import { useState } from 'react';
import { message } from '@shared/messages/message.js';
import { FieldError } from '../ui/FieldError.js';
import { allowUnencryptedSecrets, useTargets } from './targets-store.js';
import { t, textOf } from '../i18n/t.js';

/**
 * Says where secrets are stored. Without a system keychain, the user can choose to store them
 * unencrypted.
 */
export function SecretKeeping() {
  const { keeping, reason, canKeepUnsafely } = useTargets(({ secrets }) => secrets);
  const [issue, setIssue] = useState<string | null>(null);

  async function choose(allow: boolean): Promise<void> {
    const error = await allowUnencryptedSecrets(allow);
    setIssue(error && textOf(error.message));
  }

  return (
    <div className="secret-keeping small">
      <p className="quiet">{textOf(reason ?? keepingTexts[keeping])}</p>
      {(canKeepUnsafely || keeping === 'unsafe') && (
        <>
          <Switch
            id="keep-unsafely"
            size="xs"
            withThumbIndicator={false}
            label={t('settings.storeUnencrypted')}
            description={t('settings.storeUnencryptedHelp')}
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
  safe: message('settings.secretsInKeychain'),
  'this-run': message('settings.secretsUntilQuit'),
  unsafe: message('settings.secretsUnencrypted'),
} as const;
