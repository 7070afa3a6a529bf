import { AppError } from '../../shared/errors.js';
import { connectTo } from './bucket-connection.js';
import { bucketFailure } from './bucket-failure.js';
import type { TransportLimits } from './request-transport.js';
import type { Upload, UploadHooks, UploadOutcome, PartSizes, Uploading } from './upload.js';
import { leftByEarlierAttempt, uploadToFreeKey } from './upload-steps.js';

const defaultSizes: PartSizes = { multipartAbove: 64 * 2 ** 20, part: 16 * 2 ** 20 };

/**
 * Puts a PDF into a bucket: in one request, or in parts where it is large. It may be called again for the same delivery, also after a kill: what an earlier
 * try left is found by the delivery's id and taken for this one's, or taken back.
 * @throws DeliveryFailure, or AppError `canceled`; then nothing is left at the other side but what the next try takes back
 */
export async function uploadPdf(
  upload: Upload,
  hooks: UploadHooks,
  {
    sizes = defaultSizes,
    limits,
  }: { readonly sizes?: PartSizes; readonly limits?: TransportLimits } = {},
): Promise<UploadOutcome> {
  const { access, place } = upload;
  let region: string | undefined;
  try {
    hooks.signal.throwIfAborted();
    const connection = await connectTo(access, place.bucket, {
      encryptedOnly: upload.encryptedOnly,
      onSent: hooks.onProgress,
      ...(limits && { limits }),
    });
    region = connection.region;
    const isConditional = upload.existing !== 'overwrite';
    const uploading: Uploading = { upload, hooks, connection, sizes, isConditional };
    try {
      return (await leftByEarlierAttempt(uploading)) ?? (await uploadToFreeKey(uploading));
    } finally {
      connection.close();
    }
  } catch (thrown) {
    if (!(thrown instanceof AppError) && hooks.signal.aborted) {
      throw new AppError('canceled', 'The upload was canceled.');
    }
    throw bucketFailure(thrown, { access, place, doing: 'written', region });
  }
}
