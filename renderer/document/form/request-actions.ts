import type { AppErrorData } from '@shared/messages/errors.js';
import type { ConversionRequest } from '@shared/request/request.js';
import { keyVariable } from '@shared/curl.js';
import { isServerDestination } from '@shared/upload-location.js';
import { call } from '../../bridge/bridge.js';
import { uploadExamples } from '../draft/output.js';
import { endpointOf, useEndpoints, useTargets } from '../../settings/targets-store.js';
import { changeDraft, loadUrl, touchFields, useDraft } from '../draft/draft-store.js';
import { fieldNames } from '../../ui/fields.js';
import {
  endFailure,
  showFailure,
  showLastingNotice,
  showNotice,
  showUndo,
} from '../../ui/notices.js';
import { usePreview } from '../draft/preview-store.js';
import { currentReading, fieldsOf, wholeRequest } from '../draft/reading.js';
import { currentSuggestedName } from '../preview/preview.js';
import { focusField } from '../../ui/ui-store.js';
import { draftOfRequest } from '../draft/draft-of-request.js';
import { t, textOf } from '../../i18n/t.js';
import { formatBytes, formatList } from '../../i18n/format.js';
import { sentences } from '@shared/messages/message.js';

/**
 * Copies the document in the form as JSON of the API or as a curl command. If the form has an
 * error, shows that instead.
 */
export async function copyRequest(as: 'json' | 'curl'): Promise<void> {
  loadUrl();
  const request = wholeRequest();
  if (!request) {
    showIssues();
    return;
  }
  const { renderOn } = useDraft.getState().draft;
  const result = await call('request:copy', {
    as,
    request: withStorage(request),
    name: currentSuggestedName(),
    renderOn,
  });
  if (!result.ok) {
    showRequestFailure(t('preview.copyRequestFailed'), result.error);
    return;
  }
  endFailure(t('preview.copyRequestFailed'));
  const { size, unresolved } = result.value;
  showNotice(
    as === 'curl'
      ? commandNotice(formatBytes(size), renderOn)
      : t('preview.requestCopied', { size: formatBytes(size) }),
  );
  if (unresolved.length > 0) showLastingNotice(unresolvedText(unresolved));
}

/**
 * With a hint to set the key before running it.
 * @param renderOn the service; null stands for the local server
 */
function commandNotice(size: string, renderOn: string | null): string {
  const login = endpointOf(useEndpoints.getState().endpoints, renderOn)?.login.kind ?? 'key';
  switch (login) {
    case 'none':
      return t('preview.commandCopied', { size });
    case 'key':
      return t('preview.commandCopiedKey', { size, variable: keyVariable });
    case 'user':
      return t('preview.commandCopiedPassword', { size, variable: keyVariable });
  }
}

/** Asks for a request file and loads it into the form, with undo. */
export async function openRequest(): Promise<void> {
  const result = await call('request:open', undefined);
  if (!result.ok) {
    showRequestFailure(t('preview.openRequestFailed'), result.error);
    return;
  }
  if (!result.value) return;
  endFailure(t('preview.openRequestFailed'));
  const { change, unsupported } = draftOfRequest(result.value, useTargets.getState().targets);
  const { draft: before } = useDraft.getState();
  changeDraft(change);
  if (change.tab === 'url') loadUrl(change.url);
  touchFields(fieldNames);
  showUndo(t('preview.requestLoaded'), () => {
    changeDraft(before);
    loadUrl(before.url);
  });
  unsupported.forEach((message) => showLastingNotice(message));
}

/** Adds a single selected destination, a bucket, as the request's storage; the API allows one. */
function withStorage(request: ConversionRequest): ConversionRequest {
  const { draft, address } = useDraft.getState();
  const title = usePreview.getState().shown?.artifact.title ?? '';
  const facts = { title, date: new Date() };
  const [bucketDestination, ...others] = uploadExamples(
    draft,
    address,
    facts,
    useTargets.getState().targets,
  );
  if (bucketDestination === undefined || isServerDestination(bucketDestination)) return request;
  if (others.length > 0) return request;
  return { ...request, storage: { provider: 'object_store', bucketDestination } };
}

function showIssues(): void {
  const { issues, sourceIsEmpty } = currentReading();
  const [first, ...others] = fieldsOf(issues);
  if (sourceIsEmpty || !first) {
    showNotice(t('preview.nothingToCopy'));
    return;
  }
  touchFields([first, ...others]);
  focusField(first);
}

/** Shows all errors of a request, because the form may not have their fields. */
function showRequestFailure(title: string, error: AppErrorData): void {
  const byText = new Map((error.fields ?? []).map(({ message }) => [textOf(message), message]));
  const [first, ...rest] = byText.values();
  showFailure(
    title,
    first === undefined ? error : { ...error, message: sentences(first, ...rest) },
  );
}

function unresolvedText(urls: readonly string[]): string {
  const count = urls.length;
  const list = formatList(urls.slice(0, 3));
  return count > 3
    ? t('preview.notBundledAndOthers', { count, list })
    : t('preview.notBundled', { count, list });
}
