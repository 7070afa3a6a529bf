import { CircleAlert } from 'lucide-react';
import { renderNow } from '../../store/preview-runner.js';
import { usePreview } from '../../store/preview-store.js';
import { ErrorActions } from './ErrorActions.js';

/** An error over the last good preview. */
export function ErrorBanner() {
  const error = usePreview((state) => state.error);
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
          <ErrorActions error={error} retry={renderNow} />
        </div>
      </div>
    </div>
  );
}
