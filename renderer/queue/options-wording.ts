import type { JobOptions } from '@shared/jobs.js';
import type { Output } from '@shared/output.js';
import { optionHelp } from '@shared/request/option-help.js';
import { defaultTimeoutSeconds } from '@shared/request/fields.js';
import type { ConversionOptions } from '@shared/request/request.js';
import { type Message, message } from '@shared/messages/message.js';
import { t, textOf } from '../i18n/t.js';
import { formatList, formatPercent } from '../i18n/format.js';

/** A label and a value. */
export type LabeledValue = readonly [name: string, value: string];

/** Labels of the choices for existing files. */
const existingTexts: Readonly<Record<Output['existing'], Message>> = {
  number: message('uploads.keepBoth'),
  skip: message('uploads.skip'),
  overwrite: message('uploads.replace'),
};

/**
 * Returns the options of a job for display, without those at their default.
 * @param nameOf returns the name of a service by id
 * @param isSaved true if the PDF is saved, so that its folder is known
 */
export function describeOptions(
  { request, output, renderOn }: JobOptions,
  nameOf: (service: string) => string,
  isSaved: boolean,
): readonly LabeledValue[] {
  return [
    ...(output.save && !isSaved ? [folderOption(output)] : []),
    [t('queue.page'), pageText(request)],
    ...contentOptions(request),
    ...(renderOn === null ? [] : [[t('form.convertWith'), nameOf(renderOn)] as const]),
    ...(request.filename === undefined ? [] : [[t('form.fileName'), request.filename] as const]),
    ...(output.existing === 'number'
      ? []
      : [[t('form.ifFileExists'), textOf(existingTexts[output.existing])] as const]),
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

function folderOption({ folder }: Output): LabeledValue {
  return [t('queue.savedTo'), folder ?? t('form.sameFolder')];
}

/** Returns the paper in words: `A4, landscape, margins 10mm`. */
function pageText({ format, landscape, margin }: ConversionOptions): string {
  return formatList([
    format === undefined ? t('form.sizeFromPage') : paperText(format),
    ...(landscape === undefined ? [] : [landscape ? t('queue.landscape') : t('queue.portrait')]),
    ...(margin ? [t('queue.margins', { margins: marginText(margin) })] : []),
  ]);
}

/** Names of formats are written in capitals, except longer ones: `A4`, `Letter`. */
function paperText(format: string): string {
  if (/\d/.test(format))
    return format.length > 3 ? format.replace('x', ' × ') : format.toUpperCase();
  return format.slice(0, 1).toUpperCase() + format.slice(1);
}

function contentOptions(request: ConversionOptions): readonly LabeledValue[] {
  const { pages, zoom, disableJavascript, timeoutSeconds, failOn = [] } = request;
  return [
    ...(pages === undefined ? [] : [[t('form.pages'), pages] as const]),
    ...(zoom === undefined || zoom === 1 ? [] : [[t('form.zoom'), formatPercent(zoom)] as const]),
    ...(disableJavascript ? [[t('form.javascript'), t('form.off')] as const] : []),
    ...(timeoutSeconds === defaultTimeoutSeconds
      ? []
      : [[t('form.timeout'), t('measures.seconds', { count: timeoutSeconds })] as const]),
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
