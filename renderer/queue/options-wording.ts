import type { JobOptions } from '@shared/jobs.js';
import type { Output } from '@shared/output.js';
import { optionHelp } from '@shared/request/option-help.js';
import type { ConversionOptions } from '@shared/request/request.js';
import { type Message, message } from '@shared/messages/message.js';
import { t, textOf } from '../i18n/t.js';
import { formatList, formatPercent } from '../i18n/format.js';

/** A label and a value. */
export type LabeledValue = readonly [name: string, value: string];

/** Labels of the choices for existing files. */
export const existingTexts: Readonly<Record<Output['existing'], Message>> = {
  number: message('uploads.keepBoth'),
  skip: message('uploads.skip'),
  overwrite: message('uploads.replace'),
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
    ...(renderOn === null ? [] : [[t('form.convertWith'), nameOf(renderOn)] as const]),
    ...paperOptions(request),
    ...contentOptions(request),
    ...(request.filename === undefined ? [] : [[t('form.fileName'), request.filename] as const]),
    ...(output.save ? [[t('form.folder'), output.folder ?? t('form.sameFolder')] as const] : []),
    ...output.uploads.map(({ destination }) => [t('form.uploadTo'), destination] as const),
    [t('form.ifFileExists'), textOf(existingTexts[output.existing])],
    ...deliveryOptions(request),
  ];
}

function deliveryOptions({ webhook, compliance }: ConversionOptions): readonly LabeledValue[] {
  const flags = [
    ...(compliance?.gdpr ? [textOf(optionHelp.gdpr.label)] : []),
    ...(compliance?.hipaa ? [textOf(optionHelp.hipaa.label)] : []),
  ];
  return [
    ...(webhook === undefined ? [] : [[t('form.webhook'), webhook] as const]),
    ...(flags.length > 0 ? [[t('form.privacy'), formatList(flags)] as const] : []),
  ];
}

function paperOptions({ format, landscape, margin }: ConversionOptions): readonly LabeledValue[] {
  const orientation = landscape === true ? t('form.landscape') : t('form.portrait');
  return [
    [t('form.size'), format ?? t('form.sizeFromPage')],
    ...(landscape === undefined ? [] : [[t('form.orientation'), orientation] as const]),
    ...(margin ? [[t('form.margins'), marginText(margin)] as const] : []),
  ];
}

function contentOptions(request: ConversionOptions): readonly LabeledValue[] {
  const { pages, zoom, disableJavascript, timeoutSeconds, failOn = [] } = request;
  return [
    ...(pages === undefined ? [] : [[t('form.pages'), pages] as const]),
    ...(zoom === undefined ? [] : [[t('form.zoom'), formatPercent(zoom)] as const]),
    ...(disableJavascript ? [[t('form.javascript'), t('form.off')] as const] : []),
    [t('form.timeout'), t('measures.seconds', { count: timeoutSeconds })],
    ...(failOn.length > 0 ? [[t('form.failOn'), formatList(failOn)] as const] : []),
  ];
}

function marginText(margin: NonNullable<ConversionOptions['margin']>): string {
  const { top, right, bottom, left } = margin;
  if (top !== undefined && [right, bottom, left].every((length) => length === top)) return top;
  return formatList([
    ...(top === undefined ? [] : [t('form.topLength', { length: top })]),
    ...(right === undefined ? [] : [t('form.rightLength', { length: right })]),
    ...(bottom === undefined ? [] : [t('form.bottomLength', { length: bottom })]),
    ...(left === undefined ? [] : [t('form.leftLength', { length: left })]),
  ]);
}
