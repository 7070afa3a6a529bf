import type { JobOptions } from '@shared/jobs.js';
import type { Output } from '@shared/output.js';
import { optionHelp } from '@shared/request/option-help.js';
import type { ConversionOptions } from '@shared/request/request.js';
import { englishText } from '@shared/messages/translator.js';

/** A label and a value. */
export type LabeledValue = readonly [name: string, value: string];

/** Labels of the choices for existing files. */
export const existingTexts: Readonly<Record<Output['existing'], string>> = {
  number: 'Keep both',
  skip: 'Skip',
  overwrite: 'Replace',
};

/**
 * Returns the options of a job for display, without those at their default.
 * @param nameOf returns the name of a service by id
 */
export function describeOptions(
  { request, output, renderOn }: JobOptions,
  nameOf: (service: string) => string,
): readonly LabeledValue[] {
  return [
    ...(renderOn === null ? [] : [['Convert with', nameOf(renderOn)] as const]),
    ...paperOptions(request),
    ...contentOptions(request),
    ...(request.filename === undefined ? [] : [['File name', request.filename] as const]),
    ...(output.save ? [['Folder', output.folder ?? 'Same folder as source'] as const] : []),
    ...output.uploads.map(({ destination }) => ['Upload to', destination] as const),
    ['If file exists', existingTexts[output.existing]],
    ...deliveryOptions(request),
  ];
}

function deliveryOptions({ webhook, compliance }: ConversionOptions): readonly LabeledValue[] {
  const flags = [
    ...(compliance?.gdpr ? [englishText(optionHelp.gdpr.label)] : []),
    ...(compliance?.hipaa ? [englishText(optionHelp.hipaa.label)] : []),
  ];
  return [
    ...(webhook === undefined ? [] : [['Webhook', webhook] as const]),
    ...(flags.length > 0 ? [['Privacy', flags.join(', ')] as const] : []),
  ];
}

function paperOptions({ format, landscape, margin }: ConversionOptions): readonly LabeledValue[] {
  const orientation = landscape === true ? 'Landscape' : 'Portrait';
  return [
    ['Size', format ?? 'From page CSS or A4'],
    ...(landscape === undefined ? [] : [['Orientation', orientation] as const]),
    ...(margin ? [['Margins', marginText(margin)] as const] : []),
  ];
}

function contentOptions(request: ConversionOptions): readonly LabeledValue[] {
  const { pages, zoom, disableJavascript, timeoutSeconds, failOn = [] } = request;
  return [
    ...(pages === undefined ? [] : [['Pages', pages] as const]),
    ...(zoom === undefined ? [] : [['Zoom', `${Math.round(zoom * 100)}%`] as const]),
    ...(disableJavascript ? [['JavaScript', 'Off'] as const] : []),
    ['Timeout', `${timeoutSeconds} s`],
    ...(failOn.length > 0 ? [['Fail on', failOn.join(', ')] as const] : []),
  ];
}

function marginText(margin: NonNullable<ConversionOptions['margin']>): string {
  const sides = Object.entries(margin).filter(([, length]) => length !== undefined);
  const [[, first] = []] = sides;
  const isSame = sides.length === 4 && sides.every(([, length]) => length === first);
  return isSame ? String(first) : sides.map(([side, length]) => `${side} ${length}`).join(', ');
}
