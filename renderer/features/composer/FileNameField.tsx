import { Field } from '../../components/Field.js';
import { TextInput } from '../../components/TextInput.js';
import { countSources } from '../../store/batch/read-batch.js';
import { changeDraft, useDraft } from '../../store/draft-store.js';
import { useSuggestedName } from '../../store/suggested-name.js';
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
