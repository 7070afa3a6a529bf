import { type BucketTarget, targetFolder } from '@shared/targets.js';
import { bucketDestinationIssue } from '@shared/request/storage.js';
import { useDraft } from '../draft-store.js';
import { useJobView } from '../jobs/job-view.js';
import { usePreviewContent } from '../preview-content.js';
import { usePreview } from '../preview-store.js';
import { fileNameOf } from '../ready-pdf.js';
import { useServiceObstacle } from '../remote/service-obstacle.js';
import { uploadDestination } from './upload-place.js';
import { jobFileName } from './uploading.js';
import { englishText } from '@shared/messages/translator.js';

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
      if (content.shown) return { name: jobFileName(), obstacle: null };
      return { name: null, obstacle: 'This job has no PDF to upload.' };
    case 'no-source':
      if (isTypingUrl) return { name: null, obstacle: null };
      return { name: null, obstacle: 'Nothing to upload yet' };
    case 'pdf':
      if (error) return { name: null, obstacle: noPdf };
      return { name: fileNameOf(content.shown, typed), obstacle: null };
    case 'failed':
      return { name: null, obstacle: noPdf };
    case 'wrong-field':
    case 'canceled':
    case 'unsent':
    case 'unfetched':
    case 'first':
      return { name: null, obstacle: null };
  }
}

const noPdf = "This version couldn't be converted, so there's nothing to upload.";

/**
 * Returns where an upload goes, for display: the full path if the name is known, otherwise the
 * folder.
 */
export function destinationLabel(target: BucketTarget, name: string | null): string {
  if (name === null) return targetFolder(target);
  const destination = uploadDestination(target, name);
  const issue = bucketDestinationIssue(destination);
  return issue === null ? destination : englishText(issue);
}
