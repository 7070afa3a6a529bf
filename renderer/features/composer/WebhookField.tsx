import { optionHelp } from '@shared/request/option-help.js';
import { Field } from '../../components/Field.js';
import { TextInput } from '../../components/TextInput.js';
import { changeDraft, useDraft } from '../../store/draft-store.js';

/** The address that hears of the end of each job of the queue. */
export function WebhookField() {
  const webhook = useDraft(({ draft }) => draft.webhook);
  return (
    <Field
      name="webhook"
      label={optionHelp.webhook.label}
      help="webhook"
      changed={webhook !== ''}
      onReset={() => changeDraft({ webhook: '' })}
    >
      {(control) => (
        <TextInput
          {...control}
          inputMode="url"
          placeholder="none"
          value={webhook}
          onChange={(text) => changeDraft({ webhook: text })}
        />
      )}
    </Field>
  );
}
