import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Job, JobState } from '../../../../electron/main/jobs/job.js';
import { jobPdf } from '../../../../electron/main/jobs/job-pdf.js';
import { PdfSpool } from '../../../../electron/main/files/pdf-spool.js';
import type { DeliveryState, UploadDelivery } from '../../../../electron/main/outbox/delivery.js';
import { files, options, pdf } from './support/fake-work.js';
import { literal } from '../../../../electron/shared/messages/message.js';

const folder = mkdtempSync(join(tmpdir(), 'platen-job-pdf-'));
const kept = new PdfSpool(join(folder, 'kept'));

afterAll(() => rmSync(folder, { recursive: true }));

const [source] = files('a');
const completed = {
  status: 'completed',
  path: null,
  pdf,
  deliveries: [{ id: 'first' }, { id: 'second' }, { id: 'hook' }],
} as const;

function jobWith(state: JobState): Job {
  if (source === undefined) throw new Error('There is no source.');
  const core = { id: 'job', source, number: 1, of: 1, added: 0 };
  return { ...core, options, state, progress: null, credentialError: null };
}

const error = { code: 'delivery-refused', message: literal('No.') } as const;
const waiting: DeliveryState = { status: 'waiting', attempts: 1 };
const failed: DeliveryState = { status: 'failed', attempts: 1, error };
const delivered: DeliveryState = { status: 'delivered', attempts: 1 };

function upload(id: string, state: DeliveryState): UploadDelivery {
  return {
    kind: 'upload',
    id,
    job: 'job',
    created: 0,
    compliance: { gdpr: false, hipaa: false },
    target: null,
    bucket: 'papers',
    key: `${id}.pdf`,
    existing: 'ask',
    pdf: { id: 'bytes', name: 'a.pdf', size: pdf.size },
    state,
  };
}

function outboxOf(...uploads: readonly UploadDelivery[]) {
  return {
    get: (id: string) => uploads.find((each) => each.id === id),
    pathOf: (id: string) => join(folder, `${id}.pdf`),
  };
}

test.each([waiting, failed])(
  'a PDF that is only uploaded is found in the outbox while an upload is $status',
  async (state) => {
    writeFileSync(join(folder, 'bytes.pdf'), 'x'.repeat(pdf.size));
    const outbox = outboxOf(upload('first', delivered), upload('second', state));
    expect(await jobPdf(jobWith(completed), kept, outbox)).toEqual({
      path: join(folder, 'bytes.pdf'),
      facts: pdf,
    });
  },
);

test.each([
  [
    'all uploads are done',
    outboxOf(upload('first', delivered), upload('second', delivered)),
    "The PDF of this job wasn't saved locally. It was uploaded to s3://papers/first.pdf and s3://papers/second.pdf; open it there.",
  ],
  [
    'its uploads were removed',
    outboxOf(),
    'The PDF of this job is no longer stored locally. Add the document again to convert it.',
  ],
])('the PDF is not local after %s', async (_what, outbox, message) => {
  await expect(jobPdf(jobWith(completed), kept, outbox)).rejects.toMatchObject({
    code: 'refused',
    message,
  });
});
