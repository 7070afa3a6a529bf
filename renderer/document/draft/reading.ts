import { useMemo } from 'react';
import type { Draft } from '@shared/draft.js';
import type { FieldIssue } from '@shared/messages/errors.js';
import { addressLines, withLine } from './addresses.js';
import { uploadIssues } from './output.js';
import { useEndpoints, useTargets } from '../../settings/targets-store.js';
import { isMerging, useDraft } from './draft-store.js';
import { type FieldName, fieldOfIssue, messagesByField } from '../../ui/fields.js';
import { lostPasswordIssues } from './passwords.js';
import { usePreview } from './preview-store.js';
import {
  type ParsedForm,
  privateWebhookIssues,
  readDraft,
  sourceKey,
  wholeOptionsInput,
} from './read-draft.js';
import { splitFieldIssues } from './splitting.js';
import { placeIssues } from './services.js';
import { useSettings } from '../../settings/settings-store.js';
import { type ConversionRequest, conversionRequestSchema } from '@shared/request/request.js';

type DraftState = ReturnType<typeof useDraft.getState>;

let last: { readonly key: readonly unknown[]; readonly reading: ParsedForm } | null = null;

/** The same object until the draft, its passwords or the unit of lengths changes. */
export function selectParsedForm(state: DraftState): ParsedForm {
  const { draft, address, loadedUrl, defaultFormat } = state;
  const { lengthUnit } = useSettings.getState();
  const { protections } = useTargets.getState().secrets;
  const { passwordIssues } = state;
  const key = [
    draft,
    address,
    loadedUrl,
    lengthUnit,
    defaultFormat,
    passwordIssues,
    protections,
  ] as const;
  if (last?.key.every((part, index) => part === key[index])) return last.reading;
  const parsed = readDraft(loadedDraft(state), loadedUrl, lengthUnit, defaultFormat);
  const lost = lostPasswordIssues(draft.protection, protections);
  const reading = { ...parsed, issues: [...parsed.issues, ...passwordIssues, ...lost] };
  last = { key, reading };
  return reading;
}

export function currentReading(): ParsedForm {
  return selectParsedForm(useDraft.getState());
}

/** With URLs to merge as they were loaded: typing one must not load a page. */
function loadedDraft({ draft, address, loadedUrl }: DraftState): Draft {
  const typed = addressLines(draft.url)[address];
  if (draft.tab !== 'url' || !isMerging(draft) || typed === loadedUrl) return draft;
  return { ...draft, url: withLine(draft.url, address, loadedUrl) };
}

/** Of the source to preview; see {@link sourceKey}. */
export function selectSourceKey(state: DraftState): string {
  return sourceKey(loadedDraft(state), state.loadedUrl);
}

export function useSourceKey(): string {
  return useDraft(selectSourceKey);
}

/** For use outside of React. */
export function currentSourceKey(): string {
  return selectSourceKey(useDraft.getState());
}

/**
 * Those of the draft, those that only a conversion finds, such as a page beyond the last one, and
 * those of a batch, such as one name for all.
 */
export function useIssues(): readonly FieldIssue[] {
  const own = useDraft(selectParsedForm).issues;
  const found = usePreview(({ issues }) => issues);
  const ofBatch = useDraft(({ batchIssues }) => batchIssues);
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
  const ofSplit = useMemo(() => splitFieldIssues(draft), [draft]);
  const more = [...found, ...ofWebhook, ...ofPlace, ...ofUploads, ...ofSplit, ...ofBatch];
  return more.length === 0 ? own : [...own, ...more];
}

/** Null if the field is valid or still being edited. */
export function useFieldMessage(field: FieldName): string | null {
  const issues = useIssues();
  const isTouched = useDraft(({ touched }) => touched.has(field));
  return isTouched ? (messagesByField(issues).get(field) ?? null) : null;
}

/** Returns true if the error of one of these fields is shown, or would be if it were in view. */
export function useHasError(fields: readonly FieldName[]): boolean {
  const wrong = messagesByField(useIssues());
  return useDraft(({ touched }) => fields.some((field) => touched.has(field) && wrong.has(field)));
}

/** In form order. */
export function fieldsOf(issues: readonly FieldIssue[]): readonly FieldName[] {
  const fields = issues.map(({ field }) => fieldOfIssue(field));
  return [...new Set(fields.filter((field) => field !== null))];
}

/** For a service; null if a field is invalid or there is no document. */
export function wholeRequest(): ConversionRequest | null {
  const { request } = currentReading();
  if (!request) return null;
  const { zoom, ...input } = wholeOptionsInput(
    useDraft.getState().draft,
    useSettings.getState().lengthUnit,
  );
  const parsed = conversionRequestSchema.safeParse({
    ...input,
    // 100% is the default.
    ...(zoom !== 1 && { zoom }),
    source: request.source,
  });
  return parsed.success ? parsed.data : null;
}
