import { Field } from '../../ui/Field.js';
import { TextInput } from '../../ui/TextInput.js';
import { countSources } from '../batch/read-batch.js';
import { changeDraft, useDraft } from './draft-store.js';
import { useSuggestedName } from './suggested-name.js';
import { t } from '../../i18n/t.js';

/** The file name of a batch, as a pattern. */
const batchName = '{name}.pdf';

/**
 * The file name of the PDF. If empty, the suggested name, or in a batch the name of each source.
 */
export function FileNameField() {
  const filename = useDraft(({ draft }) => draft.filename);
  const isBatch = useDraft(({ draft }) => countSources(draft) > 1);
  const suggested = useSuggestedName();
  return (
    <Field
      name="filename"
      label={t('form.fileName')}
      help="filename"
      changed={filename !== ''}
      onReset={() => changeDraft({ filename: '' })}
    >
      {(control) => (
        <TextInput
          {...control}
          value={filename}
          placeholder={isBatch ? batchName : suggested}
          onChange={(text) => changeDraft({ filename: text })}
        />
      )}
    </Field>
  );
}
