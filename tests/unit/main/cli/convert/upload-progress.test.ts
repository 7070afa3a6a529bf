import { expect, it } from 'vitest';
import { uploadProgressText } from '../../../../../electron/main/cli/convert/upload-progress.js';
import type { UnfinishedUpload } from '../../../../../electron/main/outbox/direct-sink.js';

function upload(size: number, sent = 0): UnfinishedUpload {
  const delivery = {
    kind: 'upload',
    id: 'one',
    job: 'job',
    created: 0,
    compliance: { gdpr: false, hipaa: false },
    target: null,
    bucket: 'papers',
    key: 'a.pdf',
    existing: 'ask',
    pdf: { id: 'pdf', name: 'a.pdf', size },
    state: { status: 'running', attempts: 1 },
  } as const;
  return { delivery, sent };
}

it('names one upload, and counts several', () => {
  expect(uploadProgressText([])).toBe('');
  expect(uploadProgressText([upload(2_000)])).toBe('uploading a.pdf');
  expect(uploadProgressText([upload(2_000), upload(2_000)])).toBe('uploading 2 PDFs');
});

it('shows bytes of large uploads', () => {
  const large = upload(200_000_000, 12_400_000);
  expect(uploadProgressText([large])).toBe('uploading a.pdf, 12.4 MB of 200.0 MB');
  expect(uploadProgressText([large, upload(200_000_000, 600_000)])).toBe(
    'uploading 2 PDFs, 13.0 MB of 400.0 MB',
  );
});
