import { outputExample, uploadExamples } from '../batch/output-example.js';
import { useTargets } from '../../settings/targets-store.js';
import { useDraft } from './draft-store.js';
import { useFormContent } from '../preview/preview-content.js';
import { isolated } from '../../i18n/format.js';
import { t } from '../../i18n/t.js';

/** Shows the resulting path for the document in the form. */
export function OutputExample() {
  const draft = useDraft((state) => state.draft);
  const address = useDraft((state) => state.address);
  const content = useFormContent();
  const title = content.kind === 'pdf' && !content.isOutdated ? content.shown.artifact.title : '';
  const targets = useTargets((state) => state.targets);
  const facts = { title, date: new Date() };
  const saved = draft.save ? outputExample(draft, address, facts) : null;
  const places = [
    ...(saved === null ? [] : [saved]),
    ...uploadExamples(draft, address, facts, targets),
  ];
  return (
    <p className="output-example quiet small">
      {places.length > 0 && `${t('form.savesAs', { places: places.map(isolated) })} `}
      {t('form.placeholders')}
    </p>
  );
}
