import { useDraft } from '../document/form/draft-store.js';
import { t } from '../i18n/t.js';

/** Marks an option that services don't support, while a service converts. */
export function LocalOnlyMark() {
  const isService = useDraft(({ draft }) => draft.renderOn !== null);
  return isService ? <p className="field-note quiet small">{t('form.localOnly')}</p> : null;
}
