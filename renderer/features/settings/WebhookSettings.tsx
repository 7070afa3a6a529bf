import { Button, Switch } from '@mantine/core';
import { type SubmitEvent, useRef, useState } from 'react';
import { webhookSecretIssue } from '@shared/webhook-secret.js';
import { setWebhookSecret, useTargets } from '../../store/delivery/targets-store.js';
import { changeSettings, useSettings } from '../../store/settings-store.js';
import { forgetTypedSecret } from '../../store/typed-secrets.js';
import { SecretField } from './SecretField.js';
import { SecretKeeping } from './SecretKeeping.js';
import { SettingRow } from './SettingRow.js';
import { textOf } from '../../i18n/t.js';

/** How webhooks are signed and where they may go. */
export function WebhookSettings() {
  const isPrivate = useSettings(({ privateWebhooks }) => privateWebhooks);
  return (
    <div className="settings">
      <SigningSecret />
      <SettingRow
        id="setting-private-webhooks"
        label="Private addresses"
        help="Allows webhooks to private networks and this computer, such as http://127.0.0.1:3000."
      >
        <Switch
          id="setting-private-webhooks"
          aria-describedby="setting-private-webhooks-help"
          withThumbIndicator={false}
          checked={isPrivate}
          onChange={(event) =>
            void changeSettings({ privateWebhooks: event.currentTarget.checked })
          }
        />
      </SettingRow>
      <SecretKeeping />
    </div>
  );
}

const missingSentence = 'Webhooks wait for this secret. Enter it again, or stop signing.';

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
    setIssue(found);
    if (found === null) void set(secret);
    else input.current?.focus();
  }

  return (
    <SettingRow
      id="webhook-secret"
      label="Signing secret"
      help="Signs webhooks (Standard Webhooks) so that receivers can verify them."
      issue={issue ?? (isMissing ? missingSentence : null)}
    >
      <form data-keeps-focus="" onSubmit={submit}>
        <SecretField
          key={round}
          id="webhook-secret"
          subject="signing secret"
          isKept={isKept}
          isWrong={issue !== null}
          placeholder="whsec_…"
          input={input}
          onType={() => setIssue(null)}
          onForget={() => void set(null)}
        >
          <Button type="submit" variant="default">
            Save
          </Button>
          {isMissing && (
            <Button variant="subtle" color="gray" onClick={() => void set(null)}>
              Stop signing
            </Button>
          )}
        </SecretField>
      </form>
    </SettingRow>
  );
}
