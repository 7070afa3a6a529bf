import { CircleAlert } from 'lucide-react';
import { useDraft } from '../../store/draft-store.js';
import { usePreview } from '../../store/preview-store.js';
import { makeAgain } from '../../store/remote/convert-on-service.js';
import { ErrorActions } from './ErrorActions.js';

/** An error over the last good preview. */
export function ErrorBanner() {
  const error = usePreview((state) => state.error);
  const renderOn = useDraft(({ draft }) => draft.renderOn);
  if (!error) return null;
  return (
    <div className="error-banner" role="alert">
      <CircleAlert size={18} aria-hidden />
      <div className="banner-body">
        <div className="banner-text">
          <p>{error.message}</p>
          <p className="quiet small">The pages are those of the last version that worked.</p>
        </div>
        <div className="row">
          <ErrorActions error={error} retry={makeAgain} renderOn={renderOn} />
        </div>
      </div>
    </div>
  );
}
