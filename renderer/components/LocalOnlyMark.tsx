import { useDraft } from '../store/draft-store.js';

/** Said of a field that no service knows, while one is to make the PDF. */
export function LocalOnlyMark() {
  const isService = useDraft(({ draft }) => draft.renderOn !== null);
  return isService ? <p className="field-note quiet small">Local conversion only</p> : null;
}
