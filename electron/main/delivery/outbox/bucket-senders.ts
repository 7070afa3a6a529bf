import type { OutboxParts } from './outbox-parts.js';

/** What speaks to buckets. It is loaded when the first upload needs it: neither the window nor the command waits for it as it starts. */
export const bucketSenders: Pick<OutboxParts, 'upload' | 'abandon'> = {
  upload: async (upload, hooks) => {
    const { uploadPdf } = await import('../bucket/upload-pdf.js');
    return uploadPdf(upload, hooks);
  },
  abandon: async (access, place, begun, signal) => {
    const { abandon } = await import('../bucket/abandon.js');
    await abandon(access, place, begun, signal);
  },
};
