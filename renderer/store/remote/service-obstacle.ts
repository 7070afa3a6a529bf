import type { PreviewContent } from '../preview-content.js';
import { usePreview } from '../preview-store.js';
import { useFormService } from './render-place.js';

/**
 * Returns why the form's PDF can't be saved or uploaded while a service converts; null if it can.
 * @param action the blocked action, such as `save`
 */
export function useServiceObstacle(content: PreviewContent, action: string): string | null {
  const service = useFormService();
  const isWorking = usePreview(({ phase }) => phase === 'working');
  if (!service || isWorking) return null;
  switch (content.kind) {
    case 'unfetched':
      return `Couldn't download the PDF from ${service.name}, so there's nothing to ${action}.`;
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

function notConverted(name: string, action: string): string {
  return `${name} hasn't converted this version yet, so there's nothing to ${action}.`;
}
