import { Checkbox } from '@mantine/core';
import { optionHelp } from '@shared/request/option-help.js';
import { Field } from '../../ui/Field.js';
import { changeDraft, useDraft } from './draft-store.js';
import { t, textOf } from '../../i18n/t.js';

const flags = ['gdpr', 'hipaa'] as const;

/** Compliance flags (the API, section 2.2). */
export function PrivacyField() {
  const gdpr = useDraft(({ draft }) => draft.gdpr);
  const hipaa = useDraft(({ draft }) => draft.hipaa);
  const isOn = { gdpr, hipaa };
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
      changed={gdpr || hipaa}
      onReset={() => changeDraft({ gdpr: false, hipaa: false })}
      isGroup
    >
      {({ id }) => (
        <div className="privacy">
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
