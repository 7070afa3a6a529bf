import type { FormSettings } from '@shared/draft.js';
import type { FieldIssue } from '@shared/errors.js';
import type { LengthUnit } from '@shared/settings.js';
import { lengthText, parseLength, withUnit } from '@shared/request/paper.js';
import { numberFromText } from '@shared/request/fields.js';
import { excerpt } from '@shared/request/text.js';
import { marginPresets, marginSides } from './draft-defaults.js';
import { webhookAddress } from './webhook-address.js';
import { message } from '@shared/messages/message.js';

/**
 * Converts the options of the form to request options, unvalidated, without file name and webhook.
 * @param unit the unit of lengths written as bare numbers
 */
export function optionsInput(draft: FormSettings, unit: LengthUnit): Record<string, unknown> {
  const margin = marginInput(draft, unit);
  return {
    ...(draft.format !== '' && { format: formatInput(draft, unit) }),
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
export function wholeOptionsInput(draft: FormSettings, unit: LengthUnit): Record<string, unknown> {
  const { filename, webhook } = draft;
  return {
    ...optionsInput(draft, unit),
    ...(filename !== '' && { filename }),
    ...(webhook.trim() !== '' && { webhook: webhookAddress(webhook) }),
  };
}

function formatInput(draft: FormSettings, unit: LengthUnit): string {
  if (draft.format !== 'custom') return draft.format;
  const sides = [draft.customWidth, draft.customHeight];
  return sides.map((side) => sideText(withUnit(side, unit))).join('x');
}

function sideText(text: string): string {
  const length = parseLength(text);
  return length.ok ? lengthText(length.value) : text.trim();
}

function marginInput(draft: FormSettings, unit: LengthUnit): Record<string, string> {
  if (draft.marginPreset === 'page') return {};
  if (draft.marginPreset !== 'custom') {
    const length = marginPresets[draft.marginPreset];
    return Object.fromEntries(marginSides.map((side) => [side, length]));
  }
  const written = marginSides.filter((side) => draft.margin[side].trim() !== '');
  return Object.fromEntries(written.map((side) => [side, withUnit(draft.margin[side], unit)]));
}

/** Services get only changed options; 100% is their default. */
function zoomOption({ zoom, renderOn }: FormSettings): Record<string, unknown> {
  if (zoom.trim() === '') return {};
  const factor = scaleFactor(zoom);
  return factor === 1 && renderOn !== null ? {} : { zoom: factor };
}

/**
 * Parses a scale: `150%`, `150` and `1.5` are the same, because scales of less than 10% don't
 * exist. Returns other text unchanged, so that the error quotes it.
 */
function scaleFactor(text: string): number | string {
  const number = numberFromText(text.replace(/%\s*$/, ''));
  if (typeof number !== 'number') return text;
  const isFactor = number < 10 && !text.includes('%');
  return isFactor ? number : Number((number / 100).toPrecision(12));
}

/** Returns the issues of the form's options. The form has the scale in percent. */
export function withZoomInPercent(
  issues: readonly FieldIssue[],
  { zoom }: Pick<FormSettings, 'zoom'>,
): readonly FieldIssue[] {
  const reason = message('form.zoomRange', { value: excerpt(zoom.trim()) });
  return issues.map((issue) => (issue.field === 'zoom' ? { ...issue, message: reason } : issue));
}
