import { type BucketTarget, targetFolder } from '@shared/targets.js';
import { bucketDestinationIssue } from '@shared/request/storage.js';
import { useDraft } from '../../document/form/draft-store.js';
import { useJobView } from '../job-view.js';
import { usePreviewContent } from '../../document/preview/preview-content.js';
import { usePreview } from '../../document/preview/preview-store.js';
import { fileNameOf } from '../../document/preview/ready-pdf.js';
import { useServiceObstacle } from '../../document/remote/service-obstacle.js';
import { uploadDestination } from './upload-place.js';
import { t, textOf } from '../../i18n/t.js';

/** Whether the PDF on screen can be uploaded, and its name. */
export interface UploadChoice {
  /** The file name in the bucket; null if unknown. */
  readonly name: string | null;
  /** Why nothing can be uploaded; null if it can. */
  readonly obstacle: string | null;
}

/** Returns what an upload of the PDF on screen would be. */
export function useUploadChoice(): UploadChoice {
  const content = usePreviewContent();
  const typed = useDraft(({ draft }) => draft.filename);
  const isTypingUrl = useDraft(({ draft }) => draft.tab === 'url' && draft.url.trim() !== '');
  const error = usePreview((state) => state.error);
  useJobView(({ details }) => details);
  const ofService = useServiceObstacle(content, 'upload');
  if (ofService !== null) return { name: null, obstacle: ofService };
  switch (content.kind) {
    case 'job':
      return { name: null, obstacle: t('uploads.nothingToUploadInJob') };
    case 'no-source':
      if (isTypingUrl) return { name: null, obstacle: null };
      return { name: null, obstacle: t('uploads.nothingToUpload') };
    case 'pdf':
      if (error) return { name: null, obstacle: t('uploads.notConvertedNotUploaded') };
      return { name: fileNameOf(content.shown, typed), obstacle: null };
    case 'failed':
      return { name: null, obstacle: t('uploads.notConvertedNotUploaded') };
    case 'wrong-field':
    case 'canceled':
    case 'unsent':
    case 'unfetched':
    case 'first':
      return { name: null, obstacle: null };
  }
}

/**
 * Returns where an upload goes, for display: the full path if the name is known, otherwise the
 * folder.
 */
export function destinationLabel(target: BucketTarget, name: string | null): string {
  if (name === null) return targetFolder(target);
  const destination = uploadDestination(target, name);
  const issue = bucketDestinationIssue(destination);
  return issue === null ? destination : textOf(issue);
}
