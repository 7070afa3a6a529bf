import { useMemo } from 'react';
import type { FieldIssue } from '@shared/errors.js';
import { uploadIssues } from './batch/batch-uploads.js';
import { useConverting } from './batch/converting-store.js';
import { useTargets } from './delivery/targets-store.js';
import { useDraft } from './draft-store.js';
import { type FieldName, fieldOfIssue, messagesByField } from './fields.js';
import { usePreview } from './preview-store.js';
import { type DraftReading, readDraft, sourceKey } from './read-draft.js';
import { useEndpoints } from './remote/endpoints-store.js';
import { placeIssues } from './remote/render-place.js';
import { useSettings } from './settings-store.js';
import { privateWebhookIssues } from './webhook-address.js';

type DraftState = ReturnType<typeof useDraft.getState>;

let last: { readonly state: DraftState; readonly reading: DraftReading } | null = null;

/** The reading of the current draft; the same object until the draft changes. */
export function readingOf(state: DraftState): DraftReading {
  if (last?.state.draft === state.draft && last.state.loadedUrl === state.loadedUrl) {
    return last.reading;
  }
  const reading = readDraft(state.draft, state.loadedUrl);
  last = { state, reading };
  return reading;
}

/** The reading of the draft as it is at this moment. */
export function currentReading(): DraftReading {
  return readingOf(useDraft.getState());
}

/** Which source the preview should show, as in {@link sourceKey}. */
export function useSourceKey(): string {
  return useDraft(({ draft, loadedUrl }) => sourceKey(draft, loadedUrl));
}

/** The same as it is at this moment. */
export function currentSourceKey(): string {
  const { draft, loadedUrl } = useDraft.getState();
  return sourceKey(draft, loadedUrl);
}

/**
 * The mistakes of the draft, those that only a conversion could find, such as a page beyond the last one, and those that only a batch
 * has, such as one name for all.
 */
export function useIssues(): readonly FieldIssue[] {
  const own = useDraft(readingOf).issues;
  const found = usePreview(({ issues }) => issues);
  const ofBatch = useConverting(({ issues }) => issues);
  const draft = useDraft((state) => state.draft);
  const targets = useTargets((state) => state.targets);
  const ofUploads = useMemo(() => uploadIssues(draft, targets), [draft, targets]);
  const endpoints = useEndpoints((state) => state.endpoints);
  const ofPlace = useMemo(() => placeIssues(draft, endpoints), [draft, endpoints]);
  const allowsPrivate = useSettings(({ privateWebhooks }) => privateWebhooks);
  const ofWebhook = useMemo(
    () => privateWebhookIssues(draft, allowsPrivate),
    [draft, allowsPrivate],
  );
  const more = [...found, ...ofWebhook, ...ofPlace, ...ofUploads, ...ofBatch];
  return more.length === 0 ? own : [...own, ...more];
}

/** The sentence beside a field: null while the field is right, or is still being typed into. */
export function useFieldMessage(field: FieldName): string | null {
  const issues = useIssues();
  const isRevealed = useDraft(({ revealed }) => revealed.has(field));
  return isRevealed ? (messagesByField(issues).get(field) ?? null) : null;
}

/** The fields with a mistake, in the order of the form. */
export function fieldsOf(issues: readonly FieldIssue[]): readonly FieldName[] {
  const fields = issues.map(({ field }) => fieldOfIssue(field));
  return [...new Set(fields.filter((field) => field !== null))];
}
