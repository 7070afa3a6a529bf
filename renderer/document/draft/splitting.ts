import type { Draft, FormSettings } from '@shared/draft.js';
import type { FieldIssue } from '@shared/messages/errors.js';
import { type SplitRule, parseTypedSplit, partFilename, splitIssues } from '@shared/split.js';
import { fieldIssue } from '@shared/request/validation.js';
import { isolated } from '../../i18n/format.js';
import { t } from '../../i18n/t.js';
import { focusField } from '../../ui/ui-store.js';
import { changeDraft, countSources, useDraft } from './draft-store.js';

export function isSplitting({ splitBy }: Pick<FormSettings, 'splitBy'>): boolean {
  return splitBy !== 'none';
}

/** Splits each PDF, by pages unless otherwise set, and focuses the field where that is changed. */
export function startSplitting(): void {
  if (!isSplitting(useDraft.getState().draft)) changeDraft({ splitBy: 'pages' });
  focusField('output.split');
}

/** Returns true if the documents of the form are converted by the queue, rather than saved. */
export function isForQueue(draft: Draft): boolean {
  const count = countSources(draft);
  return count > 1 || (count === 1 && isSplitting(draft));
}

/** Undefined if PDFs are not divided, or the rule is invalid. */
export function splitRule(settings: FormSettings): SplitRule | undefined {
  const parsed = parseTypedSplit(settings);
  return (parsed.ok ? parsed.value : null) ?? undefined;
}

/** Also what the rule cannot be combined with. */
export function splitFieldIssues(settings: FormSettings): readonly FieldIssue[] {
  const parsed = parseTypedSplit(settings);
  if (!parsed.ok) return [fieldIssue('output.split', parsed.message)];
  const { webhook, renderOn } = settings;
  return splitIssues({
    request: webhook.trim() === '' ? {} : { webhook },
    output: { split: parsed.value ?? undefined },
    renderOn,
  });
}

/**
 * The names of the parts in a sentence.
 * @param name of the PDF if it were not split, with folders before it
 * @param pages how many the document has; null if that is unknown
 */
export function partsText(rule: SplitRule, name: string, pages: number | null): string {
  const folder = name.slice(0, Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const count = rule.kind === 'pages' && pages !== null ? Math.ceil(pages / rule.pages) : null;
  const title = rule.kind === 'bookmarks' ? t('split.bookmarkExample') : '';
  const part = (number: number) => {
    const range = { first: 0, end: 1, title };
    const file = partFilename(name.slice(folder.length), { number, of: count ?? number, range });
    return isolated(`${folder}${file}`);
  };
  if (count === null) return t('split.savesParts', { first: part(1), second: part(2) });
  return t('split.savesCounted', { count, first: part(1), last: part(count) });
}
