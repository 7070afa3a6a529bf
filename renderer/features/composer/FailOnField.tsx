import { Checkbox } from '@mantine/core';
import { type FindingKind, findingKindLabels, findingKinds } from '@shared/preflight.js';
import { optionHelp } from '@shared/request/option-help.js';
import { Field } from '../../components/Field.js';
import { draftDefaults } from '../../store/draft-defaults.js';
import { changeDraft, useDraft } from '../../store/draft-store.js';
import { englishText } from '@shared/messages/translator.js';

/** Which warnings fail a conversion. */
export function FailOnField() {
  const failOn = useDraft(({ draft }) => draft.failOn);
  const set = (kind: FindingKind, isWanted: boolean) =>
    changeDraft({
      failOn: findingKinds.filter((each) => (each === kind ? isWanted : failOn.includes(each))),
    });
  return (
    <Field
      name="failOn"
      label={englishText(optionHelp.failOn.label)}
      help={{
        help: englishText(optionHelp.failOn.help),
        example: englishText(findingKindLabels.fonts),
      }}
      changed={failOn.length > 0}
      onReset={() => changeDraft({ failOn: draftDefaults.failOn })}
      isGroup
      isLocalOnly
    >
      {({ id }) => (
        <div className="fail-on">
          {findingKinds.map((kind, index) => (
            <Checkbox
              key={kind}
              id={index === 0 ? id : `${id}-${kind}`}
              size="xs"
              label={englishText(findingKindLabels[kind])}
              checked={failOn.includes(kind)}
              onChange={(event) => set(kind, event.currentTarget.checked)}
            />
          ))}
        </div>
      )}
    </Field>
  );
}
