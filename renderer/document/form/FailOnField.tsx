import { Checkbox } from '@mantine/core';
import { type FindingKind, findingKindLabels, findingKinds } from '@shared/preflight.js';
import { optionHelp } from '@shared/request/option-help.js';
import { Field } from '../../ui/Field.js';
import { draftDefaults } from './draft-defaults.js';
import { changeDraft, useDraft } from './draft-store.js';
import { textOf } from '../../i18n/t.js';

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
      label={textOf(optionHelp.failOn.label)}
      help={{
        help: textOf(optionHelp.failOn.help),
        example: textOf(findingKindLabels.fonts),
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
              label={textOf(findingKindLabels[kind])}
              checked={failOn.includes(kind)}
              onChange={(event) => set(kind, event.currentTarget.checked)}
            />
          ))}
        </div>
      )}
    </Field>
  );
}
