import type { OutboxParts } from './outbox-parts.js';

/** What speaks to buckets. It is loaded when the first upload needs it: neither the window nor the command waits for it as it starts. */
export const bucketClients: Pick<OutboxParts, 'upload' | 'abortUpload'> = {
  upload: async (upload, hooks) => {
    const { uploadPdf } = await import('../s3/upload-pdf.js');
    return uploadPdf(upload, hooks);
  },
  abortUpload: async (access, place, begun, signal) => {
    const { abortUpload } = await import('../s3/abort-upload.js');
    await abortUpload(access, place, begun, signal);
  },
};
