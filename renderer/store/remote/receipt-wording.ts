import type { RemoteReceipt } from '@shared/endpoints.js';
import { optionHelp } from '@shared/request/option-help.js';
import type { LabeledValue } from '../jobs/options-wording.js';
import { formatBytes } from '../wording.js';
import { englishText } from '@shared/messages/translator.js';

/** Returns a receipt for display, without what the service didn't return. */
export function describeReceipt(receipt: RemoteReceipt): readonly LabeledValue[] {
  const { name, url, file, compliance, testMode, answeredAt } = receipt;
  const flags = [
    ...(compliance?.gdpr ? [englishText(optionHelp.gdpr.label)] : []),
    ...(compliance?.hipaa ? [englishText(optionHelp.hipaa.label)] : []),
  ];
  return [
    ['Converted by', testMode ? `${name} (test mode)` : name],
    ['Time', new Date(answeredAt).toLocaleString()],
    ...(url === undefined ? [] : [['URL', url] as const]),
    ...(file ? [['File', `${file.name}, ${formatBytes(file.size)}`] as const] : []),
    ...(flags.length > 0 ? [['Privacy', flags.join(', ')] as const] : []),
  ];
}
