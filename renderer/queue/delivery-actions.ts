import { convertAll } from '../document/preview/convert.js';
import { isSplitting } from '../document/draft/splitting.js';
import { recordVersion } from '../document/compare/versions.js';
import type { ExistingObjectPolicy, ExistingPolicy } from '@shared/output.js';
import { call } from '../bridge/bridge.js';
import { copyText } from '../ui/links.js';
import { reportResult, showNotice } from '../ui/notices.js';
import { changeSettings, useSettings } from '../settings/settings-store.js';
import { t } from '../i18n/t.js';
import type { BridgeInput } from '@shared/bridge.js';
import type { DeliveryRow } from '@shared/deliveries.js';
import type { UploadTarget } from '@shared/targets.js';
import { locationUri, uploadLocation } from '@shared/upload-location.js';
import { countSources, useDraft } from '../document/draft/draft-store.js';
import { securityOf } from '../document/draft/passwords.js';
import {
  fileNameOf,
  fileVersion,
  pdfKey,
  readyPdf,
  valuesOf,
} from '../document/preview/preview.js';
import { openSettings, useUi } from '../ui/ui-store.js';
import { batchPolicy, chosenTargets } from '../document/draft/output.js';
import { rememberSent, useDeliveries, useSent } from './deliveries-store.js';
import {
  hasNameConflict,
  isMissingCredential,
  isOnServer,
  reasonText,
} from './delivery-wording.js';
import { addTarget } from '../settings/target-form.js';
import {
  batchDestination,
  nameInBucket,
  uploadDestination,
  useTargets,
} from '../settings/targets-store.js';

/**
 * Retries now.
 * @param existing what to do if the name already exists
 */
export async function retryDeliveries(
  ids: readonly string[],
  existing?: ExistingPolicy,
): Promise<void> {
  const input = { ids: [...ids], ...(existing !== undefined && { existing }) };
  const result = await call('deliveries:retry', input);
  reportResult(t('uploads.retryFailed'), result);
}

/** Their PDFs are kept until discarded. */
export async function cancelDeliveries(ids: readonly string[]): Promise<void> {
  const result = await call('deliveries:cancel', { ids: [...ids] });
  reportResult(t('uploads.cancelFailed'), result);
}

/** An undelivered PDF is deleted with its last delivery. */
export async function removeDeliveries(ids: readonly string[]): Promise<void> {
  const result = await call('deliveries:remove', { ids: [...ids] });
  reportResult(t('uploads.removeFailed'), result);
}

/**
 * Asks for a path and saves the PDF of an undelivered upload there. The upload stays in the list.
 */
export async function saveDelivery(id: string): Promise<void> {
  const result = await call('deliveries:save-as', { id });
  if (reportResult(t('window.saveFailed'), result) && result.value)
    showNotice(t('window.savedTo', { path: result.value.path }));
}

/** Opens the URL of an upload in the browser. */
export async function openDelivery(id: string): Promise<void> {
  const result = await call('deliveries:open', { id });
  reportResult(t('window.openLinkFailed'), result);
}

/** Copies the link to an upload, or its address on a server. */
export async function copyLink(row: DeliveryRow): Promise<void> {
  const { receipt } = row;
  if (!receipt) return;
  const notice = isOnServer(row) ? t('uploads.addressCopied') : t('uploads.linkCopied');
  await copyText(receipt.url, 'link', notice);
}

/** @returns true if the link was copied */
export async function copyTimedLink(id: string, seconds: number, time: string): Promise<boolean> {
  const result = await call('deliveries:link', { id, seconds });
  if (!reportResult(t('uploads.createLinkFailed'), result)) {
    return false;
  }
  void changeSettings({ linkSeconds: seconds });
  return copyText(result.value.url, 'link', t('uploads.timedLinkCopied', { time }));
}

type UploadInput = BridgeInput<'deliveries:upload'>;

/** Uploads the PDF on screen to the destinations of the form, or offers to add one. */
export async function uploadToDefault(): Promise<void> {
  const { targets } = useTargets.getState();
  const chosen = chosenTargets(useDraft.getState().draft, targets);
  if (chosen.length > 0) await uploadTo(chosen);
  else if (targets.length > 0) useUi.setState({ view: 'document', destinationsOpen: true });
  else openNewTarget();
}

/** Opens the settings to add a destination. */
export function openNewTarget(): void {
  addTarget();
  openSettings('targets');
}

/** Uploads the form's PDF to destinations. It is rendered once. */
async function uploadTo(targets: readonly UploadTarget[]): Promise<void> {
  if (useSent.getState().sending) return;
  const { draft } = useDraft.getState();
  if (isSplitting(draft)) {
    const areChosen = targets.every(({ id }) => draft.uploadTargets.includes(id));
    if (areChosen) await convertAll();
    else showNotice(t('split.uploadHint'));
    return;
  }
  useSent.setState({ sending: true });
  try {
    await uploadForm(targets);
  } finally {
    useSent.setState({ sending: false });
  }
}

async function uploadForm(targets: readonly UploadTarget[]): Promise<void> {
  const shown = await readyPdf(t('uploads.nothingUploaded'));
  if (!shown) return;
  const { draft } = useDraft.getState();
  const name = fileNameOf(shown, draft.filename);
  const destinationOf = (target: UploadTarget) =>
    batchDestination(target, draft.uploadPath, nameInBucket(name));
  const placeOf = (target: UploadTarget) =>
    locationUri(uploadLocation(destinationOf(target), valuesOf(shown)));
  const existing = countSources(draft) > 1 ? batchPolicy(draft.existing) : draft.existing;
  const { compliance } = shown.request;
  const last = useSent.getState().sent.get(pdfKey(shown.source, name));
  const version = fileVersion(shown, draft);
  const isSame = last?.version === version;
  const free = freeTargets(targets, placeOf, (row) => isSame && last.ids.includes(row.id));
  if (free.length === 0) return;
  const ids = await upload({
    pdf: { kind: 'artifact', id: shown.artifact.id, security: securityOf(draft) },
    uploads: requestsOf(free, destinationOf, existing),
    ...(compliance && { compliance }),
  });
  if (!ids) return;
  recordVersion(shown, null);
  rememberSent(pdfKey(shown.source, name), {
    version,
    name: nameInBucket(name),
    ids: isSame ? [...last.ids, ...ids] : ids,
  });
  rememberTarget(targets);
}

/** Uploads the PDF of a job to destinations, under the name of its file. */
export async function uploadJobTo(id: string, targets: readonly UploadTarget[]): Promise<void> {
  const details = await call('jobs:details', { id });
  const artifact = await call('jobs:artifact', { id });
  const title = t('uploads.uploadFailed');
  if (!reportResult(title, details) || !reportResult(title, artifact)) return;
  const { row, options } = details.value;
  const name = row.path?.split(/[\\/]/).at(-1) ?? artifact.value.suggestedName;
  const { compliance } = options.request;
  const placeOf = (target: UploadTarget) => uploadDestination(target, name);
  const free = freeTargets(targets, placeOf, (each) => each.job === id);
  if (free.length === 0) return;
  const ids = await upload({
    pdf: { kind: 'job', id },
    uploads: requestsOf(free, placeOf, 'ask'),
    ...(compliance && { compliance }),
  });
  if (ids) rememberTarget(targets);
}

/**
 * Returns the destinations that the PDF isn't already being uploaded to. Resumes or reports the
 * others, and reports pending uploads of earlier versions.
 * @param isOfPdf returns true for deliveries of this PDF
 */
function freeTargets(
  targets: readonly UploadTarget[],
  placeOf: (target: UploadTarget) => string,
  isOfPdf: (row: DeliveryRow) => boolean,
): readonly UploadTarget[] {
  const rows = [...useDeliveries.getState().rows.values()];
  return targets.filter((target) => {
    const place = placeOf(target);
    const waiting = rows.filter((row) => row.destination === place && isPending(row));
    const same = waiting.find(isOfPdf);
    if (same) resumeUpload(same, target);
    else if (waiting.length > 0) {
      showNotice(t('uploads.stillPending', { destination: place }));
    }
    return !same;
  });
}

/** Retries a failed upload of the same PDF, or reports what a pending one waits for. */
function resumeUpload(row: DeliveryRow, { name }: UploadTarget): void {
  if (isMissingCredential(row)) {
    showNotice(
      isOnServer(row)
        ? t('uploads.waitsForPassword', { destination: name })
        : t('uploads.waitsForKey', { destination: name }),
    );
  } else if (row.status !== 'failed') {
    showNotice(t('uploads.alreadyUploading', { destination: name }));
  } else if (hasNameConflict(row)) {
    showNotice(t('uploads.alreadyListed', { destination: name, reason: reasonText(row) }));
  } else {
    void retryDeliveries([row.id]);
  }
}

/**
 * The upload may still succeed: it is queued, running, or waits for an answer, a key or a retry.
 */
function isPending({ kind, status }: DeliveryRow): boolean {
  return kind === 'upload' && (status === 'waiting' || status === 'running' || status === 'failed');
}

async function upload(input: UploadInput): Promise<readonly string[] | null> {
  const result = await call('deliveries:upload', input);
  return reportResult(t('uploads.uploadFailed'), result) ? result.value.ids : null;
}

function requestsOf(
  targets: readonly UploadTarget[],
  destinationOf: (target: UploadTarget) => string,
  existing: ExistingObjectPolicy,
): UploadInput['uploads'] {
  return targets.map((target) => ({
    target: target.id,
    destination: destinationOf(target),
    existing,
  }));
}

function rememberTarget([first, ...others]: readonly UploadTarget[]): void {
  if (first && others.length === 0 && useSettings.getState().uploadTarget !== first.id) {
    void changeSettings({ uploadTarget: first.id });
  }
}
