import type { DeliverySettings } from '../outbox/delivery-settings.js';
import type { JobQueue } from '../jobs/job-queue.js';
import type { Outbox } from '../outbox/outbox.js';
import { type UploadDelivery, isDone } from '../outbox/delivery.js';
import { writeFile } from '../files/write-file.js';
import type { BridgeChannel } from '../../shared/bridge.js';
import type { DeliveryReceipt } from '../../shared/deliveries.js';
import { AppError } from '../../shared/errors.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import { openAddress } from './open-address.js';
import { pdfBytes } from './pdf-bytes.js';
import type { SavedFiles } from './saved-files.js';
import { type UploadParts, uploadPdf } from './upload-pdf.js';

export interface DeliveryHandlerParts extends Omit<UploadParts, 'outbox'> {
  readonly outbox: Outbox;
  readonly delivery: DeliverySettings;
  readonly saved: SavedFiles;
}

type DeliveryChannel = Extract<BridgeChannel, `deliveries:${string}`>;

/** An upload that has ended well, as far as its object is concerned. */
interface Delivered {
  readonly target: string | null;
  readonly place: ObjectLocation;
  readonly receipt: DeliveryReceipt;
}

/** The calls about uploads and webhooks. */
export function deliveryHandlers(
  parts: DeliveryHandlerParts,
): Pick<BridgeHandlers, DeliveryChannel> {
  const { outbox, delivery, queue, saved } = parts;
  return {
    'deliveries:list': () => {
      const { rows, writeError: trouble } = outbox;
      return { rows: [...rows], ...(trouble !== null && { trouble }) };
    },
    'deliveries:upload': async (input) => ({ ids: [...(await uploadPdf(input, parts))] }),
    'deliveries:retry': ({ ids, existing }) => outbox.retry(ids, existing),
    'deliveries:cancel': ({ ids }) => outbox.cancel(ids),
    'deliveries:remove': ({ ids }) => {
      if (ids !== 'ended') tellJobs(outbox, queue, ids);
      outbox.remove(ids);
    },
    'deliveries:link': async ({ id, seconds }) => {
      const { target, place } = deliveredUpload(outbox, id);
      const access = await delivery.accessTo(target, place);
      const { timeLimitedLink } = await import('../s3/time-limited-link.js');
      return { url: await timeLimitedLink(access, place, seconds) };
    },
    'deliveries:save-as': async ({ id }) => {
      const { pdf } = keptUpload(outbox, id);
      return saved.saveAs(pdf.name, async (path) =>
        writeFile(path, pdfBytes(outbox.pathOf(pdf.id))),
      );
    },
    'deliveries:open': async ({ id }) => openAddress(deliveredUpload(outbox, id).receipt.url),
  };
}

/** Has the jobs know whose uploads are dropped before they were delivered. */
function tellJobs(
  outbox: Outbox,
  queue: Pick<JobQueue, 'markDropped'>,
  ids: readonly string[],
): void {
  for (const id of ids) {
    const delivery = outbox.get(id);
    if (delivery?.kind !== 'upload' || delivery.job === null || isDone(delivery.state)) continue;
    queue.markDropped(delivery.job, [id]);
  }
}

/**
 * @throws AppError `refused` for what is not in the list, or is kept no more as it was delivered
 */
function keptUpload(outbox: Outbox, id: string): UploadDelivery {
  const delivery = outbox.get(id);
  if (delivery?.kind === 'upload' && !isDone(delivery.state)) return delivery;
  throw new AppError('refused', 'The PDF of this upload is no longer available.');
}

/** @throws AppError `refused` for what is not in the list, or has put nothing into a bucket */
function deliveredUpload(outbox: Outbox, id: string): Delivered {
  const delivery = outbox.get(id);
  if (delivery === undefined) {
    throw new AppError('refused', 'This upload is no longer in the list.');
  }
  const receipt = 'receipt' in delivery.state ? delivery.state.receipt : undefined;
  if (delivery.kind !== 'upload' || receipt === undefined) {
    throw new AppError('refused', "This upload isn't finished yet.");
  }
  const { target, bucket } = delivery;
  // The name may have been numbered on the way.
  const key = receipt.destination.slice(`s3://${bucket}/`.length);
  return { target, place: { bucket, key }, receipt };
}
