import { Switch, UnstyledButton } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { minMergedParts } from '@shared/request/source.js';
import { t, textOf } from '../../i18n/t.js';
import { focusField } from '../../ui/ui-store.js';
import {
  changeDraft,
  countSources,
  isMerging,
  touchFields,
  useDraft,
} from '../draft/draft-store.js';
import { fieldOfIssue } from '../../ui/fields.js';
import { isPdfFile, mergeConflicts } from '../draft/merging.js';
import { useIssues } from '../draft/reading.js';

/** Merges several files or URLs into one PDF; nothing while there are fewer than two. */
export function MergeSwitch() {
  const isShown = useDraft(
    ({ draft }) => draft.tab !== 'html' && countSources(draft) >= minMergedParts,
  );
  const isOn = useDraft(({ draft }) => draft.merge);
  const helpId = useId();
  if (!isShown) return null;
  return (
    <div className="merge">
      <Switch
        label={t('form.merge')}
        aria-describedby={helpId}
        withThumbIndicator={false}
        checked={isOn}
        onChange={(event) => changeDraft({ merge: event.currentTarget.checked })}
      />
      <MergeHelp id={helpId} />
      <MergeConflicts />
    </div>
  );
}

function MergeHelp({ id }: { readonly id: string }) {
  const merges = useDraft(({ draft }) => isMerging(draft));
  const pdfs = useDraft(({ draft }) =>
    draft.tab === 'files' ? draft.files.filter(isPdfFile).length : 0,
  );
  const text = merges
    ? t('form.mergeHelp')
    : pdfs > 0
      ? t('form.pdfsToMerge', { count: pdfs })
      : '';
  return (
    <p id={id} className="field-note quiet small">
      {text}
    </p>
  );
}

/** What keeps the documents from being merged; each leads to its field. */
function MergeConflicts() {
  const conflicts = mergeConflicts(useIssues());
  if (conflicts.length === 0) return null;
  return (
    <div className="merge-conflicts" role="alert" aria-label={t('form.mergeConflicts')}>
      <ul>
        {conflicts.map(({ field, message }) => (
          <li key={field}>
            <TriangleAlert size={14} aria-hidden />
            <span>
              {textOf(message)}{' '}
              <UnstyledButton onClick={() => goTo(field)}>{t('preview.goToField')}</UnstyledButton>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function goTo(path: string): void {
  const field = fieldOfIssue(path);
  if (field === null) return;
  touchFields([field]);
  focusField(field);
}
