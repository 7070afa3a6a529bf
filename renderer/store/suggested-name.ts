import { useMemo } from 'react';
import type { Draft } from '@shared/draft.js';
import { suggestedFilename } from '@shared/request/source-name.js';
import { sourceInForm } from './batch/output-example.js';
import { useDraft } from './draft-store.js';
import { currentFormContent, useFormContent } from './preview-content.js';
import type { ShownPdf } from './preview-store.js';
import { currentSourceKey, useSourceKey } from './reading.js';

/** The name of the PDF of what is in the form now, where the person gives it none. */
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

/** The same as it is at this moment. */
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
 * @param address the line of the form's addresses that is chosen, from 0
 * @param shown the last PDF of this file, address or text; null: there is none
 * @param titleIn reads the title of a text that has not been made into a PDF
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

/** The preview of this computer follows the text by itself; that of a service is made when it is asked for. */
function isOfOtherText({ renderOn, html }: Draft, { request: { source } }: ShownPdf): boolean {
  return renderOn !== null && source.kind === 'html' && source.html !== html;
}

/** Nothing in the text runs or is loaded. */
function titleOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').title;
}
