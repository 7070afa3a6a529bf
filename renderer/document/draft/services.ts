import type { RemoteEndpoint, RemoteReceipt } from '@shared/endpoints.js';
import type { FormSettings } from '@shared/draft.js';
import type { FieldIssue } from '@shared/messages/errors.js';
import { type Message, message } from '@shared/messages/message.js';
import { useDraft } from './draft-store.js';
import { endpointOf, useEndpoints } from '../../settings/targets-store.js';
import { t, textOf } from '../../i18n/t.js';
import type { JobRow } from '@shared/jobs.js';
import { faultIn, openFault } from '../../settings/endpoint-form.js';
import type { ConversionStage } from '@shared/conversion-stage.js';
import { formatBytes, formatList, formatTime, formatTransfer } from '../../i18n/format.js';
import { optionHelp } from '@shared/request/option-help.js';
import type { LabeledValue } from '../../ui/ListView.js';

/** Name of a service that no longer exists. */
export const removedService = message('services.removed');

/** Null for local conversion. A removed service has only a placeholder name. */
export function useFormService(): Pick<RemoteEndpoint, 'name' | 'testMode'> | null {
  const id = useDraft(({ draft }) => draft.renderOn);
  const endpoints = useEndpoints((state) => state.endpoints);
  if (id === null) return null;
  return endpointOf(endpoints, id) ?? { name: textOf(removedService), testMode: false };
}

export function serviceName(id: string): string {
  return endpointOf(useEndpoints.getState().endpoints, id)?.name ?? textOf(removedService);
}

/** An error if the selected service was removed. */
export function placeIssues(
  { renderOn }: Pick<FormSettings, 'renderOn'>,
  endpoints: readonly RemoteEndpoint[],
): readonly FieldIssue[] {
  if (renderOn === null || endpointOf(endpoints, renderOn)) return [];
  return [{ field: 'renderOn', message: message('services.selectedRemoved') }];
}

export interface RemoteProgress {
  readonly stage?: ConversionStage | undefined;
  readonly waitingFor?: Message | undefined;
  readonly bytes?: { readonly done: number; readonly of?: number | undefined } | undefined;
}

/** Null for local stages. */
export function remoteStageText({ stage, bytes }: RemoteProgress, service: string): string | null {
  switch (stage) {
    case 'inlining':
      return t('preview.bundling');
    case 'sending':
      return bytes
        ? t('preview.sendingSize', { size: formatTransfer(bytes.done, bytes.of), service })
        : t('preview.sending', { service });
    case 'rendering':
      return t('preview.waitingFor', { resource: service });
    case 'fetching':
      return bytes
        ? t('preview.downloadingSize', { size: formatTransfer(bytes.done, bytes.of) })
        : t('preview.downloadingPdf');
    case 'loading':
    case 'printing':
    case 'writing':
    case undefined:
      return null;
  }
}

/** `Converted by office (test mode)`. */
export function renderedByLabel({ name, testMode }: RemoteReceipt): string {
  return testMode
    ? t('preview.convertedInTestMode', { service: name })
    : t('preview.convertedByLabel', { service: name });
}

/** Without what the service didn't return. */
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

/** `invoice.pdf, 184 KB`. */
export function receiptFileText({ name, size }: NonNullable<RemoteReceipt['file']>): string {
  return t('preview.receiptFile', { name, size: formatBytes(size) });
}

/** The name of the service; null for local conversion. */
export function useJobService(row: JobRow | undefined): string | null {
  const endpoints = useEndpoints((state) => state.endpoints);
  if (row?.remote) return row.remote.name;
  if (row?.renderOn === undefined) return null;
  return endpointOf(endpoints, row.renderOn)?.name ?? textOf(removedService);
}

/** A missing credential that a job waits for. */
export interface MissingCredential {
  /** `key` or `password`. */
  readonly name: string;
  /** Opens the settings of the service at that field. */
  readonly enter: () => void;
}

/** What the job waits for, for example after a restart without a system keychain; null for none. */
export function useMissingCredential({
  status,
  error,
  renderOn,
}: JobRow): MissingCredential | null {
  const endpoint = useEndpoints(({ endpoints }) => endpointOf(endpoints, renderOn ?? null));
  if (status !== 'queued' || !error || !endpoint) return null;
  const fault = faultIn(endpoint, error);
  return fault && { name: fault.name, enter: () => openFault(endpoint, fault) };
}
