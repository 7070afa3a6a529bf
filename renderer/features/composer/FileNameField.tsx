import { Field } from '../../components/Field.js';
import { TextInput } from '../../components/TextInput.js';
import { changeDraft, useDraft } from '../../store/draft-store.js';
import { usePreview } from '../../store/preview-store.js';
import { useSourceKey } from '../../store/reading.js';

/** The name of the PDF; empty means the one that is suggested from the title or the source. */
export function FileNameField() {
  const filename = useDraft(({ draft }) => draft.filename);
  const source = useSourceKey();
  const suggested = usePreview(({ shown }) =>
    shown?.source === source ? shown.artifact.suggestedName : undefined,
  );
  return (
    <Field
      name="filename"
      label="File name"
      help="filename"
      changed={filename !== ''}
      onReset={() => changeDraft({ filename: '' })}
    >
      {(control) => (
        <TextInput
          {...control}
          value={filename}
          placeholder={suggested ?? 'document.pdf'}
          onChange={(text) => changeDraft({ filename: text })}
        />
      )}
    </Field>
  );
}
