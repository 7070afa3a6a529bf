import { Button } from '@mantine/core';
import { optionHelp } from '@shared/request/option-help.js';
import { Field } from '../../ui/Field.js';
import { TextInput } from '../../ui/TextInput.js';
import { changeDraft, useDraft } from './draft-store.js';
import { useSettings } from '../../settings/settings-store.js';
import { openSettings } from '../../ui/ui-store.js';
import { privateWebhookIssues } from './webhook-address.js';
import { t, textOf } from '../../i18n/t.js';

/** The URL that is notified when a job of the queue ends. */
export function WebhookField() {
  const webhook = useDraft(({ draft }) => draft.webhook);
  const allowsPrivate = useSettings(({ privateWebhooks }) => privateWebhooks);
  const isRefused = privateWebhookIssues({ webhook }, allowsPrivate).length > 0;
  return (
    <Field
      name="webhook"
      label={textOf(optionHelp.webhook.label)}
      help="webhook"
      changed={webhook !== ''}
      onReset={() => changeDraft({ webhook: '' })}
    >
      {(control) => (
        <>
          <TextInput
            {...control}
            inputMode="url"
            placeholder={t('form.noWebhook')}
            value={webhook}
            onChange={(text) => changeDraft({ webhook: text })}
          />
          {isRefused && (
            <Button variant="subtle" size="compact-sm" onClick={() => openSettings('webhooks')}>
              {t('form.webhookSettings')}
            </Button>
          )}
        </>
      )}
    </Field>
  );
}
