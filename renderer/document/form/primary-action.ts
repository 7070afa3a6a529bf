import type { Draft } from '@shared/draft.js';
import type { FieldIssue } from '@shared/messages/errors.js';
import { keysOf } from '../../ui/commands.js';
import { isolated } from '../../i18n/format.js';
import { t, textOf } from '../../i18n/t.js';
import { useSent } from '../../queue/deliveries-store.js';
import { uploadToDefault } from '../../queue/delivery-actions.js';
import { useTargets } from '../../settings/targets-store.js';
import { focusField } from '../../ui/ui-store.js';
import { validAddresses } from '../draft/addresses.js';
import { convertAll, convertOnService } from '../preview/convert.js';
import { sameNameIssues, sourceIssues } from '../draft/read-batch.js';
import { sourcesText } from '../draft/read-batch.js';
import { fileNameOf, useFormContent } from '../preview/preview.js';
import { usePreview } from '../draft/preview-store.js';
import { useFormService } from '../draft/services.js';
import { countSources, isMerging, touchFields, useDraft } from '../draft/draft-store.js';
import { convertibleFiles, countPdfs } from '../draft/merging.js';
import { chosenTargets } from '../draft/output.js';
import { hasUnstoredPasswords } from '../draft/passwords.js';
import { fieldsOf, useIssues } from '../draft/reading.js';
import { savePdf, savedFile, useSaving } from './saving.js';
import { isForQueue } from '../draft/splitting.js';

/** Finds the primary button of the output, the default focus target. */
export const primaryActionSelector = '.primary-action button[data-variant="filled"]:first-of-type';

export interface PrimaryAction {
  readonly kind: 'save' | 'upload' | 'convert' | 'service';
  readonly label: string;
  /** What it will do, in a sentence. */
  readonly hint: string;
  /** Why it can't; null if it can. */
  readonly obstacle: string | null;
  readonly isBusy: boolean;
  readonly run: () => void;
}

/**
 * Several documents, or one that is split, go to the queue; any other is sent to its service, or
 * saved and uploaded. An unavailable button shows the field at fault.
 */
export function usePrimaryAction(): PrimaryAction {
  const isBatch = useDraft(({ draft }) => isForQueue(draft));
  const batch = useBatchAction();
  const service = useServiceAction();
  const save = useSaveAction();
  if (isBatch) return batch;
  return service ?? save;
}

function useBatchAction(): PrimaryAction {
  const draft = useDraft((state) => state.draft);
  const service = useFormService();
  const isBusy = useDraft(({ adding }) => adding);
  const issues = useIssues().filter(({ field }) => field !== 'source');
  const valid = countValid(draft);
  const isMany = countPdfs(draft) > 1;
  const sameName = isMany ? sameNameIssues(draft) : [];
  return {
    kind: 'convert',
    label: batchLabel(draft, documentsText(draft, valid), service?.name),
    hint: batchHint(draft, countSources(draft) - valid),
    ...obstacleOf([...sourceIssues(draft, valid), ...issues, ...sameName], () => void convertAll()),
    isBusy,
  };
}

function batchLabel(draft: Draft, documents: string, service: string | undefined): string {
  if (isMerging(draft)) return t('preview.merge', { documents });
  if (countSources(draft) === 1) return t('split.convert');
  if (service !== undefined) return t('preview.convertWith', { documents, service });
  return t('preview.convert', { documents });
}

function batchHint(draft: Draft, skipped: number): string {
  if (countSources(draft) === 1) return t('split.saveHint', { keys: keysOf('save') });
  if (skipped === 0 || isMerging(draft)) {
    return t('preview.addToQueueHint', { keys: keysOf('convert') });
  }
  return draft.tab === 'url'
    ? t('form.convertValidHint', { count: skipped })
    : t('form.pdfsSkippedHint', { count: skipped });
}

/** Of the documents that can be converted. */
function countValid(draft: Draft): number {
  if (draft.tab === 'url') return validAddresses(draft.url).length;
  if (draft.tab === 'html' || isMerging(draft)) return countSources(draft);
  return convertibleFiles(draft).length;
}

/** `8 of 10 URLs`. */
function documentsText(draft: Draft, valid: number): string {
  const count = countSources(draft);
  if (valid === count || valid === 0 || isMerging(draft)) return sourcesText(draft);
  return draft.tab === 'url'
    ? t('form.urlsOf', { valid, count })
    : t('form.filesOf', { valid, count });
}

/** Null if the form's PDF is up to date, or no service is selected. */
function useServiceAction(): PrimaryAction | null {
  const service = useFormService();
  const content = useFormContent();
  const isBusy = usePreview(({ phase }) => phase === 'working');
  const isEmpty = useDraft(({ draft }) => countSources(draft) === 0);
  // Whether what the last conversion found is resolved, for example a rejected key, only another
  // conversion shows.
  const found = usePreview((state) => state.issues);
  const issues = useIssues().filter(
    (issue) => !issue.field.startsWith('output.') && !found.includes(issue),
  );
  if (!service || (content.kind === 'pdf' && !content.isOutdated)) return null;
  const { name, testMode } = service;
  const keys = keysOf('convert');
  return {
    kind: 'service',
    label: testMode
      ? t('preview.convertWithTest', { service: name })
      : t('preview.convertWithService', { service: name }),
    hint: testMode
      ? t('preview.sendTestHint', { service: name, keys })
      : t('preview.sendHint', { service: name, keys }),
    ...(isEmpty ? nothingYet() : obstacleOf(issues, () => void convertOnService())),
    isBusy,
  };
}

function useSaveAction(): PrimaryAction {
  const draft = useDraft((state) => state.draft);
  const targets = chosenTargets(
    draft,
    useTargets((state) => state.targets),
  );
  const saving = useSaving((state) => state.saving);
  const sending = useSent((state) => state.sending);
  const isBusy = saving || sending;
  const hint = useSaveHint();
  const error = usePreview((state) => state.error);
  const issues = useIssues().filter(({ field }) => field !== 'webhook');
  const [target, ...others] = targets;
  const label = saveLabel(draft.save, target !== undefined);
  const run = () => void saveAndUpload(draft.save, target !== undefined);
  const uploadHint =
    target && others.length === 0
      ? t('form.uploadHint', { destination: target.name })
      : t('form.uploadManyHint', { count: targets.length });
  return {
    kind: draft.save ? 'save' : 'upload',
    label,
    hint: draft.save ? hint : uploadHint,
    ...(countSources(draft) === 0
      ? nothingYet()
      : error
        ? { obstacle: t('preview.notConvertedNotSaved'), run: () => undefined }
        : obstacleOf(issues, run)),
    isBusy,
  };
}

async function saveAndUpload(saves: boolean, uploads: boolean): Promise<void> {
  if (saves && !(await savePdf(false))) return;
  if (uploads) await uploadToDefault();
}

function saveLabel(saves: boolean, uploads: boolean): string {
  if (!uploads) return t('preview.savePdf');
  return saves ? t('form.saveAndUpload') : t('form.uploadPdf');
}

function useSaveHint(): string {
  const draft = useDraft((state) => state.draft);
  const saving = useSaving();
  const content = useFormContent();
  const keys = keysOf('save');
  if (content.kind !== 'pdf') return t('form.saveHint', { keys });
  const { shown } = content;
  const before = savedFile(saving, shown, draft);
  if (before) return t('preview.replaceHint', { path: isolated(before.path), keys });
  const name = fileNameOf(shown, draft.filename);
  return t('form.saveAsHint', { name: isolated(name), keys });
}

/**
 * Returns why an action isn't possible, and what a click does: show the field at fault. A password
 * that is still being typed may resolve it, so then the action itself stores it and decides.
 */
function obstacleOf(
  issues: readonly FieldIssue[],
  run: () => void,
): Pick<PrimaryAction, 'obstacle' | 'run'> {
  const [first] = issues;
  if (!first) return { obstacle: null, run };
  const fields = fieldsOf(issues);
  return {
    obstacle: textOf(first.message),
    run: () => {
      if (hasUnstoredPasswords()) {
        run();
        return;
      }
      touchFields(fields);
      if (fields[0]) focusField(fields[0]);
    },
  };
}

function nothingYet(): Pick<PrimaryAction, 'obstacle' | 'run'> {
  return { obstacle: t('form.nothingYet'), run: () => focusField('source') };
}
