import type { FormSettings } from '@shared/draft.js';
import type { FieldIssue } from '@shared/errors.js';
import { message } from '@shared/messages/message.js';
import type { ExistingPolicy, UploadRequest } from '@shared/output.js';
import type { BucketTarget } from '@shared/targets.js';
import { destinationIssue } from '@shared/upload-requests.js';
import { batchDestination, uploadPathIssue } from '../../queue/uploads/upload-place.js';

/** The options that decide what of a batch is uploaded. */
type UploadSettings = Pick<
  FormSettings,
  'save' | 'uploadTargets' | 'uploadPath' | 'filename' | 'existing'
>;

/** Returns the selected destinations that still exist, in the order of the settings. */
export function chosenTargets(
  { uploadTargets }: Pick<FormSettings, 'uploadTargets'>,
  targets: readonly BucketTarget[],
): readonly BucketTarget[] {
  return targets.filter(({ id }) => uploadTargets.includes(id));
}

/** Returns how many selected destinations have been removed. */
export function countRemoved(
  { uploadTargets }: Pick<FormSettings, 'uploadTargets'>,
  targets: readonly BucketTarget[],
): number {
  return uploadTargets.filter((id) => !targets.some((target) => target.id === id)).length;
}

/** Returns the uploads of each PDF in a batch. Existing files are handled as for saving. */
export function uploadRequests(
  settings: UploadSettings,
  targets: readonly BucketTarget[],
): UploadRequest[] {
  const { uploadPath, filename, existing } = settings;
  return chosenTargets(settings, targets).map((target) => ({
    target: target.id,
    destination: batchDestination(target, uploadPath, filename),
    existing: batchPolicy(existing),
  }));
}

/** Returns what happens to existing files of several documents, which cannot ask. */
export function batchPolicy(existing: FormSettings['existing']): ExistingPolicy {
  return existing === 'ask' ? 'number' : existing;
}

/** Returns the errors of the upload options. */
export function uploadIssues(
  settings: UploadSettings,
  targets: readonly BucketTarget[],
): readonly FieldIssue[] {
  const chosen = chosenTargets(settings, targets);
  const removed = countRemoved(settings, targets);
  const path = uploadPathIssue(chosen, settings.uploadPath, settings.filename);
  const output = { save: settings.save, uploads: uploadRequests(settings, targets) };
  const undelivered = removed > 0 ? null : destinationIssue({ request: {}, output });
  return [
    ...(removed > 0
      ? [
          {
            field: 'output.uploads',
            message: message('form.destinationsRemoved', { count: removed }),
          },
        ]
      : []),
    ...(undelivered === null ? [] : [{ field: 'output.save', message: undelivered }]),
    ...(path === null ? [] : [{ field: 'output.uploadPath', message: path }]),
  ];
}
