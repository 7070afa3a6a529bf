import type { RemoteReceipt } from '@shared/endpoints.js';
import { optionHelp } from '@shared/request/option-help.js';
import type { LabeledValue } from '../../queue/options-wording.js';
import { t, textOf } from '../../i18n/t.js';
import { formatBytes, formatList, formatTime } from '../../i18n/format.js';

/** Returns a receipt for display, without what the service didn't return. */
export function describeReceipt(receipt: RemoteReceipt): readonly LabeledValue[] {
  const { name, url, file, compliance, testMode, answeredAt } = receipt;
  const flags = [
    ...(compliance?.gdpr ? [textOf(optionHelp.gdpr.label)] : []),
    ...(compliance?.hipaa ? [textOf(optionHelp.hipaa.label)] : []),
  ];
  return [
    [t('preview.convertedBy'), testMode ? t('preview.testModeOf', { service: name }) : name],
    [t('preview.time'), formatTime(answeredAt)],
    ...(url === undefined ? [] : [[t('preview.url'), url] as const]),
    ...(file ? [[t('preview.file'), receiptFileText(file)] as const] : []),
    ...(flags.length > 0 ? [[t('form.privacy'), formatList(flags)] as const] : []),
  ];
}

/** Returns the file of a receipt: `invoice.pdf, 184 KB`. */
export function receiptFileText({ name, size }: NonNullable<RemoteReceipt['file']>): string {
  return t('preview.receiptFile', { name, size: formatBytes(size) });
}
