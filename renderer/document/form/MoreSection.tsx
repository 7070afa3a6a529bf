import { UnstyledButton } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { Field } from '../../ui/Field.js';
import { StepperInput } from '../../ui/StepperInput.js';
import { draftDefaults } from './draft-defaults.js';
import { changeDraft, useDraft } from './draft-store.js';
import { useUi } from '../../ui/ui-store.js';
import { BaseField } from './BaseField.js';
import { FailOnField } from './FailOnField.js';
import { PrivacyField } from './PrivacyField.js';
import { WebhookField } from './WebhookField.js';
import { t } from '../../i18n/t.js';

/** Options that are rarely needed. */
export function MoreSection() {
  const isOpen = useUi(({ moreOpen }) => moreOpen);
  const isHtml = useDraft(({ draft }) => draft.tab === 'html');
  const isChanged = useDraft(
    ({ draft }) =>
      draft.timeout.trim() !== draftDefaults.timeout ||
      draft.failOn.length > 0 ||
      draft.webhook !== '' ||
      draft.gdpr ||
      draft.hipaa ||
      (isHtml && draft.base.trim() !== ''),
  );
  return (
    <section className="composer-section" aria-label={t('form.more')}>
      <UnstyledButton
        className="more-toggle"
        aria-expanded={isOpen}
        onClick={() => useUi.setState({ moreOpen: !isOpen })}
      >
        <ChevronRight size={16} aria-hidden />
        <h2>{t('form.more')}</h2>
        {isChanged && !isOpen && (
          <span className="reset-dot" role="img" aria-label={t('form.changed')} />
        )}
      </UnstyledButton>
      {isOpen && (
        <div className="more-fields">
          {isHtml && <BaseField />}
          <TimeoutField />
          <FailOnField />
          <WebhookField />
          <PrivacyField />
        </div>
      )}
    </section>
  );
}

function TimeoutField() {
  const timeout = useDraft(({ draft }) => draft.timeout);
  return (
    <Field
      name="timeoutSeconds"
      label={t('form.timeout')}
      help="timeoutSeconds"
      changed={timeout.trim() !== draftDefaults.timeout}
      onReset={() => changeDraft({ timeout: draftDefaults.timeout })}
      isLocalOnly
    >
      {(control) => (
        <StepperInput
          control={control}
          decreaseLabel={t('form.decreaseTimeout')}
          increaseLabel={t('form.increaseTimeout')}
          unit={t('form.seconds')}
          value={timeout}
          range={{ lowest: 5, highest: 3600, step: 5, fallback: 30 }}
          onChange={(text) => changeDraft({ timeout: text })}
        />
      )}
    </Field>
  );
}
