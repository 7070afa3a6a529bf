import { Checkbox } from '@mantine/core';
import { optionHelp } from '@shared/request/option-help.js';
import { Field } from '../../components/Field.js';
import { changeDraft, useDraft } from '../../store/draft-store.js';
import { message } from '@shared/messages/message.js';
import { englishText } from '@shared/messages/translator.js';

const flags = ['gdpr', 'hipaa'] as const;

/** Compliance flags (the API, section 2.2). */
export function PrivacyField() {
  const gdpr = useDraft(({ draft }) => draft.gdpr);
  const hipaa = useDraft(({ draft }) => draft.hipaa);
  const isOn = { gdpr, hipaa };
  return (
    <Field
      name="compliance"
      label="Privacy"
      help={{
        help: flags.map((flag) => englishText(flagHelp(flag))).join(' '),
        example: englishText(optionHelp.gdpr.label),
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
              label={englishText(optionHelp[flag].label)}
              description={englishText(optionHelp[flag].help)}
              checked={isOn[flag]}
              onChange={(event) => changeDraft({ [flag]: event.currentTarget.checked })}
            />
          ))}
        </div>
      )}
    </Field>
  );
}

function flagHelp(flag: (typeof flags)[number]) {
  const { label, help } = optionHelp[flag];
  return message('options.labeledHelp', { label, help });
}
