import type { FormSettings } from '@shared/draft.js';
import type { FieldIssue } from '@shared/errors.js';
import { lengthText, parseLength } from '@shared/request/paper.js';
import { numberFromText } from '@shared/request/fields.js';
import { excerpt } from '@shared/request/text.js';
import { marginPresets, marginSides } from './draft-defaults.js';
import { webhookAddress } from './webhook-address.js';
import { message } from '@shared/messages/message.js';

/**
 * Converts the options of the form to request options, unvalidated, without file name and webhook.
 */
export function optionsInput(draft: FormSettings): Record<string, unknown> {
  const margin = marginInput(draft);
  return {
    ...(draft.format !== '' && { format: formatInput(draft) }),
    ...(draft.orientation !== 'auto' && { landscape: draft.orientation === 'landscape' }),
    ...(Object.keys(margin).length > 0 && { margin }),
    ...(draft.pages.trim() !== '' && { pages: draft.pages }),
    ...zoomOption(draft),
    ...(!draft.javascript && { disableJavascript: true }),
    ...(draft.timeout.trim() !== '' && { timeoutSeconds: numberFromText(draft.timeout) }),
    ...(draft.failOn.length > 0 && { failOn: draft.failOn }),
    ...((draft.gdpr || draft.hipaa) && { compliance: { gdpr: draft.gdpr, hipaa: draft.hipaa } }),
  };
}

/** Returns the same with file name and webhook, which don't affect the pages. */
export function wholeOptionsInput(draft: FormSettings): Record<string, unknown> {
  const { filename, webhook } = draft;
  return {
    ...optionsInput(draft),
    ...(filename !== '' && { filename }),
    ...(webhook.trim() !== '' && { webhook: webhookAddress(webhook) }),
  };
}

function formatInput(draft: FormSettings): string {
  if (draft.format !== 'custom') return draft.format;
  return `${sideText(draft.customWidth)}x${sideText(draft.customHeight)}`;
}

function sideText(text: string): string {
  const length = parseLength(text);
  return length.ok ? lengthText(length.value) : text.trim();
}

function marginInput(draft: FormSettings): Record<string, string> {
  if (draft.marginPreset === 'page') return {};
  if (draft.marginPreset !== 'custom') {
    const length = marginPresets[draft.marginPreset];
    return Object.fromEntries(marginSides.map((side) => [side, length]));
  }
  const written = marginSides.filter((side) => draft.margin[side].trim() !== '');
  return Object.fromEntries(written.map((side) => [side, draft.margin[side]]));
}

/** Services get only changed options; 100% is their default. */
function zoomOption({ zoom, renderOn }: FormSettings): Record<string, unknown> {
  if (zoom.trim() === '') return {};
  const factor = zoomInput(zoom);
  return factor === 1 && renderOn !== null ? {} : { zoom: factor };
}

/** Parses `85` and `85%` as percent. Returns other text unchanged, so that the error quotes it. */
function zoomInput(text: string): number | string {
  const percent = numberFromText(text.replace(/%\s*$/, ''));
  return typeof percent === 'number' ? Number((percent / 100).toPrecision(12)) : text;
}

/** Returns the issues of the form's options. The form has zoom in percent, a request a factor. */
export function withZoomInPercent(
  issues: readonly FieldIssue[],
  { zoom }: Pick<FormSettings, 'zoom'>,
): readonly FieldIssue[] {
  const reason = message('form.zoomRange', { value: excerpt(zoom.trim()) });
  return issues.map((issue) => (issue.field === 'zoom' ? { ...issue, message: reason } : issue));
}
