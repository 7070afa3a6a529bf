// Uploads PDFs by the product's code, in its own process. PLATEN_BENCH_UPLOAD has the task as JSON.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Delivery } from '../../electron/main/outbox/delivery.js';
import { Outbox } from '../../electron/main/outbox/outbox.js';
import { interactiveSchedule } from '../../electron/main/outbox/schedule.js';
import { uploaders } from '../../electron/main/outbox/uploaders.js';
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
const ends = new Map<string, (delivery: Delivery) => void>();
const nothing = async () => Promise.resolve();
const outbox = new Outbox({
  ...uploaders,
  accessTo: () => Promise.resolve(access),
  sendWebhook: () => Promise.reject(new Error('There are no webhooks.')),
  files: { save: nothing, delete: nothing },
  pdfs: {
    keep: (id) => Promise.resolve(id),
    remove: nothing,
    pathOf: (id) => paths.get(id) ?? '',
  },
  schedule: interactiveSchedule,
  onRetry: (_delivery, error) => process.stderr.write(`${errorText(error)}\n`),
  onEnd: (delivery) => ends.get(delivery.id)?.(delivery),
  log: (line) => process.stderr.write(`${line}\n`),
});
outbox.start();
await Promise.all(files.map(upload));

async function upload(path: string): Promise<void> {
  const name = basename(path);
  const { size } = await stat(path);
  const [id = ''] = await outbox.stage({
    job: null,
    pdf: { contents: Buffer.alloc(0), name, size },
    uploads: [{ target: null, bucket, key: name, existing: 'ask' }],
  });
  const delivery = outbox.get(id);
  if (delivery?.kind === 'upload') paths.set(delivery.pdf.id, path);
  const ended = new Promise<Delivery>((resolve) => ends.set(id, resolve));
  await outbox.release([id]);
  const { state } = await ended;
  if (state.status === 'delivered') return;
  const reason = state.status === 'failed' ? errorText(state.error) : state.status;
  throw new Error(`${name} was not uploaded: ${reason}`);
}
