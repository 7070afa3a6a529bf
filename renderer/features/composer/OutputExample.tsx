import { outputExample } from '../../store/batch/output-example.js';
import { useDraft } from '../../store/draft-store.js';
import { useFormContent } from '../../store/preview-content.js';

/** What the file name and the folder come to for the document in the form. */
export function OutputExample() {
  const draft = useDraft((state) => state.draft);
  const address = useDraft((state) => state.address);
  const content = useFormContent();
  const title = content.kind === 'pdf' && !content.isOutdated ? content.shown.artifact.title : '';
  const example = outputExample(draft, address, { title, date: new Date() });
  return (
    <p className="output-example quiet small">
      {example !== null && (
        <>
          This one becomes <bdi>{example}</bdi>.{' '}
        </>
      )}
      The file name may hold {'{name}'}, {'{title}'}, {'{date}'} and {'{n}'}.
    </p>
  );
}
