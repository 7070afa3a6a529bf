import { Button } from '@mantine/core';
import { type SubmitEvent, useRef, useState } from 'react';
import { webhookSecretIssue } from '@shared/webhook-secret.js';
import { setWebhookSecret, useTargets } from './targets-store.js';
import { changeSettings, useSettings } from './settings-store.js';
import { SecretField, SecretKeeping, forgetTypedSecret } from './secrets.js';
import { SettingRow, SwitchRow } from './rows.js';
import { t, textOf } from '../i18n/t.js';

/** How webhooks are signed and where they may go. */
export function WebhookSettings() {
  const isPrivate = useSettings(({ privateWebhooks }) => privateWebhooks);
  return (
    <div className="settings">
      <SigningSecret />
      <SwitchRow
        id="setting-private-webhooks"
        label={t('settings.privateAddresses')}
        help={t('settings.privateAddressesHelp')}
        isOn={isPrivate}
        onChange={(privateWebhooks) => void changeSettings({ privateWebhooks })}
      />
      <SecretKeeping />
    </div>
  );
}

function SigningSecret() {
  const isKept = useTargets(({ secrets }) => secrets.webhook);
  const isMissing = useTargets(({ secrets }) => secrets.webhookMissing);
  const input = useRef<HTMLInputElement>(null);
  const [issue, setIssue] = useState<string | null>(null);
  const [round, setRound] = useState(0);

  async function set(secret: string | null): Promise<void> {
    const error = await setWebhookSecret(secret);
    setIssue(error && textOf(error.message));
    if (error) return;
    forgetTypedSecret('webhook-secret');
    setRound((before) => before + 1);
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const secret = input.current?.value.trim() ?? '';
    const found = webhookSecretIssue(secret);
    setIssue(found && textOf(found));
    if (found === null) void set(secret);
    else input.current?.focus();
  }

  return (
    <SettingRow
      id="webhook-secret"
      label={t('settings.signingSecret')}
      help={t('settings.signingSecretHelp')}
      issue={issue ?? (isMissing ? t('settings.signingSecretMissing') : null)}
    >
      <form data-keeps-focus="" onSubmit={submit}>
        <SecretField
          key={round}
          id="webhook-secret"
          subject={t('settings.signingSecretSubject')}
          isStored={isKept}
          isWrong={issue !== null}
          placeholder={t('settings.signingSecretPlaceholder')}
          input={input}
          onType={() => setIssue(null)}
          onForget={() => void set(null)}
        >
          <Button type="submit" variant="default">
            {t('settings.save')}
          </Button>
          {isMissing && (
            <Button variant="subtle" color="gray" onClick={() => void set(null)}>
              {t('settings.stopSigning')}
            </Button>
          )}
        </SecretField>
      </form>
    </SettingRow>
  );
}
