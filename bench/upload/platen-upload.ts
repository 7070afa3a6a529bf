// One upload by the product's code, in its own process. PLATEN_BENCH_UPLOAD contains it as JSON.
import { stat } from 'node:fs/promises';
import type { Upload } from '../../electron/main/s3/upload.js';
import { uploadPdf } from '../../electron/main/s3/upload-pdf.js';

/** The upload of this process. */
export type UploadTask = Pick<Upload, 'access' | 'place' | 'path'>;

const task = JSON.parse(process.env['PLATEN_BENCH_UPLOAD'] ?? '{}') as UploadTask;
const { size } = await stat(task.path);
const { kind } = await uploadPdf(
  { ...task, id: 'bench', size, existing: 'ask', encryptedOnly: false },
  {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    beforeSending: () => Promise.resolve(),
  },
);
if (kind !== 'uploaded') throw new Error(`The PDF was ${kind}.`);
