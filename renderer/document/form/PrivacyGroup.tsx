import { Button, Checkbox } from '@mantine/core';
import { hasComplianceFlag } from '@shared/request/fields.js';
import { optionHelp } from '@shared/request/option-help.js';
import { t, textOf } from '../../i18n/t.js';
import { useSettings } from '../../settings/settings-store.js';
import { openSettings } from '../../ui/ui-store.js';
import { changeDraft, typeDraft, useDraft } from '../draft/draft-store.js';
import { Field, NormalInput } from './Field.js';
import { privateWebhookIssues, webhookAddress } from '../draft/read-draft.js';
import { FactsGroup } from './Group.js';

/** Compliance flags, and who is notified. */
export function PrivacyGroup() {
  const { gdpr, hipaa, webhook } = useDraft(({ draft }) => draft);
  const facts = [
    ...(gdpr ? [textOf(optionHelp.gdpr.label)] : []),
    ...(hipaa ? [textOf(optionHelp.hipaa.label)] : []),
    ...(webhook === '' ? [] : [t('form.webhook')]),
  ];
  return (
    <FactsGroup
      name="privacy"
      title={t('form.privacyGroup')}
      facts={facts}
      unset={t('form.nothingSet')}
    >
      <PrivacyField />
      <WebhookField />
    </FactsGroup>
  );
}

const flags = ['gdpr', 'hipaa'] as const;

/** Compliance flags (the API, section 2.2). */
function PrivacyField() {
  const isOn = useDraft(({ draft }) => draft);
  return (
    <Field
      name="compliance"
      label={t('form.privacy')}
      help={{
        help: t('form.privacyHelp', {
          gdpr: optionHelp.gdpr.label,
          gdprHelp: optionHelp.gdpr.help,
          hipaa: optionHelp.hipaa.label,
          hipaaHelp: optionHelp.hipaa.help,
        }),
        example: textOf(optionHelp.gdpr.label),
      }}
      changed={hasComplianceFlag(isOn)}
      onReset={() => changeDraft({ gdpr: false, hipaa: false })}
      isGroup
    >
      {({ id }) => (
        <div className="checks">
          {flags.map((flag, index) => (
            <Checkbox
              key={flag}
              id={index === 0 ? id : `${id}-${flag}`}
              size="xs"
              label={textOf(optionHelp[flag].label)}
              description={textOf(optionHelp[flag].help)}
              checked={isOn[flag]}
              onChange={(event) => changeDraft({ [flag]: event.currentTarget.checked })}
            />
          ))}
        </div>
      )}
    </Field>
  );
}

/** The URL that is notified when a job of the queue ends. */
function WebhookField() {
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
          <NormalInput
            {...control}
            inputMode="url"
            placeholder={t('form.noWebhook')}
            value={webhook}
            normalize={webhookAddress}
            onType={(text) => typeDraft({ webhook: text })}
            onNormal={(text) => changeDraft({ webhook: text })}
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
