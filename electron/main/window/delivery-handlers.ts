import type { BridgeChannel } from '../../shared/bridge.js';
import type { DeliveryReceipt } from '../../shared/deliveries.js';
import { AppError } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { bucketAccessTo } from '../outbox/uploaders.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import { writeFile } from '../files/write-file.js';
import type { DeliverySettings } from '../outbox/delivery-settings.js';
import { type UploadDelivery, isDone } from '../outbox/delivery.js';
import type { Outbox } from '../outbox/outbox.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import { removeDeliveries } from './removals.js';
import { type SavedFiles, openUrl } from './saved-files.js';
import { type UploadParts, pdfBytes, uploadPdf } from './upload-pdf.js';

interface DeliveryHandlerParts extends Omit<UploadParts, 'outbox'> {
  readonly outbox: Outbox;
  readonly delivery: DeliverySettings;
  readonly saved: SavedFiles;
}

type DeliveryChannel = Extract<BridgeChannel, `deliveries:${string}`>;

/** An upload whose PDF is at its destination. */
interface Delivered {
  readonly delivery: UploadDelivery;
  readonly receipt: DeliveryReceipt;
}

/** An object in a bucket. */
interface DeliveredObject {
  readonly target: string | null;
  readonly place: ObjectLocation;
}

export function deliveryHandlers(
  parts: DeliveryHandlerParts,
): Pick<BridgeHandlers, DeliveryChannel> {
  const { outbox, delivery, queue, saved } = parts;
  return {
    'deliveries:list': () => {
      const { rows, writeError } = outbox;
      return {
        rows: [...rows],
        ...(writeError !== null && { persistenceError: writeError }),
      };
    },
    'deliveries:upload': async (input) => ({ ids: [...(await uploadPdf(input, parts))] }),
    'deliveries:retry': ({ ids, existing }) => outbox.retry(ids, existing),
    'deliveries:cancel': ({ ids }) => outbox.cancel(ids),
    'deliveries:remove': ({ ids }) => {
      if (ids === 'ended') outbox.remove(ids);
      else removeDeliveries(outbox, queue, ids);
    },
    'deliveries:link': async ({ id, seconds }) => {
      const { target, place } = deliveredObject(outbox, id);
      const access = await bucketAccessTo(delivery.accessTo)(target, place);
      const { timeLimitedLink } = await import('../s3/time-limited-link.js');
      return { url: await timeLimitedLink(access, place, seconds) };
    },
    'deliveries:save-as': async ({ id }) => {
      const { pdf } = unfinishedUpload(outbox, id);
      return saved.saveAs(pdf.name, async (path) =>
        writeFile(path, pdfBytes(outbox.pathOf(pdf.id))),
      );
    },
    'deliveries:open': async ({ id }) => openUrl(deliveredUpload(outbox, id).receipt.url),
  };
}

/** @throws AppError `refused` if the upload was removed, or delivered, which deletes its PDF */
function unfinishedUpload(outbox: Outbox, id: string): UploadDelivery {
  const delivery = outbox.get(id);
  if (delivery?.kind === 'upload' && !isDone(delivery.state)) return delivery;
  throw new AppError('refused', message('desktop.uploadWithoutPdf'));
}

/** @throws AppError `refused` if the upload was removed or is not finished */
function deliveredUpload(outbox: Outbox, id: string): Delivered {
  const delivery = outbox.get(id);
  if (delivery === undefined) throw new AppError('refused', message('desktop.uploadRemoved'));
  const receipt = 'receipt' in delivery.state ? delivery.state.receipt : undefined;
  if (delivery.kind !== 'upload' || receipt === undefined) {
    throw new AppError('refused', message('desktop.uploadUnfinished'));
  }
  return { delivery, receipt };
}

/** @throws AppError `refused` as above, and for a file on a server */
function deliveredObject(outbox: Outbox, id: string): DeliveredObject {
  const { delivery, receipt } = deliveredUpload(outbox, id);
  if (!('bucket' in delivery)) throw new AppError('refused', message('desktop.linkOfFile'));
  const { target, bucket } = delivery;
  // The upload may have numbered the name.
  const key = receipt.destination.slice(`s3://${bucket}/`.length);
  return { target, place: { bucket, key } };
}
