import { Banner } from '../../ui/Banner.js';
import { useDraft } from '../form/draft-store.js';
import { usePreview } from './preview-store.js';
import { retryRender } from '../remote/convert-on-service.js';
import { ErrorActions } from './ErrorActions.js';
import { t, textOf } from '../../i18n/t.js';

/** An error over the last successful preview. */
export function ErrorBanner() {
  const error = usePreview((state) => state.error);
  const renderOn = useDraft(({ draft }) => draft.renderOn);
  if (!error) return null;
  return (
    <Banner message={textOf(error.message)} rest={t('preview.showingLastVersion')}>
      <ErrorActions error={error} retry={retryRender} renderOn={renderOn} />
    </Banner>
  );
}
