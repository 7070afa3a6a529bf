import { useMemo } from 'react';
import type { Draft } from '@shared/draft.js';
import { suggestedFilename } from '@shared/request/filename.js';
import { sourceInForm } from '../batch/output-example.js';
import { useDraft } from './draft-store.js';
import { currentFormContent, useFormContent } from '../preview/preview-content.js';
import type { ShownPdf } from '../preview/preview-store.js';
import { currentSourceKey, useSourceKey } from './reading.js';

/** Returns the default file name for the document in the form. */
export function useSuggestedName(): string {
  const draft = useDraft((state) => state.draft);
  const address = useDraft((state) => state.address);
  const source = useSourceKey();
  const content = useFormContent();
  const shown = content.kind === 'pdf' ? content.shown : null;
  return useMemo(
    () => suggestedName(draft, address, shown?.source === source ? shown : null, titleOf),
    [draft, address, shown, source],
  );
}

/** Returns the current value outside of React. */
export function currentSuggestedName(): string {
  const { draft, address } = useDraft.getState();
  const content = currentFormContent();
  const shown = content.kind === 'pdf' ? content.shown : null;
  return suggestedName(
    draft,
    address,
    shown?.source === currentSourceKey() ? shown : null,
    titleOf,
  );
}

/**
 * Returns the default file name.
 * @param address index of the selected URL, from 0
 * @param shown the last PDF of this source; null for none
 * @param titleIn reads the title of HTML that hasn't been rendered
 */
export function suggestedName(
  draft: Draft,
  address: number,
  shown: ShownPdf | null,
  titleIn: (html: string) => string,
): string {
  if (shown && !isOfOtherText(draft, shown)) return shown.artifact.suggestedName;
  const source = sourceInForm(draft, address);
  if (!source) return 'document.pdf';
  return suggestedFilename(source, source.kind === 'html' ? titleIn(source.html) : '');
}

/** The local preview follows the HTML; that of a service may be outdated. */
function isOfOtherText({ renderOn, html }: Draft, { request: { source } }: ShownPdf): boolean {
  return renderOn !== null && source.kind === 'html' && source.html !== html;
}

/** Parses without running scripts or loading resources. */
function titleOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').title;
}
