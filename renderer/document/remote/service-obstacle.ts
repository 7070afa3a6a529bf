import type { PreviewContent } from '../preview/preview-content.js';
import { usePreview } from '../preview/preview-store.js';
import { useFormService } from './render-place.js';
import { t } from '../../i18n/t.js';

type Action = 'save' | 'upload';

/**
 * Returns why the form's PDF can't be saved or uploaded while a service converts; null if it can.
 * @param action the blocked action
 */
export function useServiceObstacle(content: PreviewContent, action: Action): string | null {
  const service = useFormService();
  const isWorking = usePreview(({ phase }) => phase === 'working');
  if (!service || isWorking) return null;
  switch (content.kind) {
    case 'unfetched':
      return action === 'save'
        ? t('preview.notDownloadedNotSaved', { service: service.name })
        : t('uploads.notDownloadedNotUploaded', { service: service.name });
    case 'unsent':
      return notConverted(service.name, action);
    case 'pdf':
      return content.isOutdated ? notConverted(service.name, action) : null;
    case 'job':
    case 'no-source':
    case 'wrong-field':
    case 'failed':
    case 'canceled':
    case 'first':
      return null;
  }
}

function notConverted(service: string, action: Action): string {
  return action === 'save'
    ? t('preview.notConvertedByService', { service })
    : t('uploads.notConvertedByService', { service });
}
