// Uploads PDFs by the product's code, in its own process. PLATEN_BENCH_UPLOAD has the task as JSON.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { uploaders } from '../../electron/main/outbox/uploaders.js';
import { DirectSink } from '../../electron/main/outbox/direct-sink.js';
import type { BucketAccess } from '../../electron/main/s3/bucket-access.js';
import { errorText } from '../../electron/shared/messages/errors.js';

/** The uploads of this process; the names of the files are their keys. */
export interface UploadTask {
  readonly files: readonly string[];
  readonly access: BucketAccess;
  readonly bucket: string;
}

const { files, access, bucket } = JSON.parse(
  process.env['PLATEN_BENCH_UPLOAD'] ?? '{}',
) as UploadTask;

/** The files are uploaded from where they are, as other tools do. */
const paths = new Map<string, string>();
const sink = new DirectSink({
  ...uploaders,
  accessTo: () => Promise.resolve(access),
  sendWebhook: () => Promise.reject(new Error('There are no webhooks.')),
  pdfs: {
    keep: (id) => Promise.resolve(id),
    remove: () => Promise.resolve(),
    pathOf: (id) => paths.get(id) ?? '',
  },
  onProgress: () => undefined,
  onRetry: (_delivery, error) => process.stderr.write(`${errorText(error)}\n`),
  log: (line) => process.stderr.write(`${line}\n`),
});
await Promise.all(files.map(upload));

async function upload(path: string): Promise<void> {
  const name = basename(path);
  const { size } = await stat(path);
  const [id = ''] = await sink.stage({
    job: null,
    pdf: { contents: Buffer.alloc(0), name, size },
    uploads: [{ target: null, bucket, key: name, existing: 'ask' }],
  });
  const delivery = sink.get(id);
  if (delivery?.kind === 'upload') paths.set(delivery.pdf.id, path);
  await sink.release([id]);
  const state = (await sink.result(id))?.state;
  if (state?.status === 'delivered') return;
  const reason = state?.status === 'failed' ? errorText(state.error) : state?.status;
  throw new Error(`${name} was not uploaded: ${reason ?? 'unknown'}`);
}
