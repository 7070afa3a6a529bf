import { expect, it } from 'vitest';
import { UploadProgress } from '../../../../../electron/main/cli/convert/upload-progress.js';
import type { DeliveryRow } from '../../../../../electron/shared/deliveries.js';

const row = (change: Partial<DeliveryRow>): DeliveryRow => ({
  id: 'one',
  kind: 'upload',
  job: 'job',
  file: 'a.pdf',
  to: 'papers',
  destination: 's3://papers/a.pdf',
  status: 'running',
  size: 2_000,
  attempts: 1,
  ...change,
});

function textAfter(...rows: readonly DeliveryRow[]): string {
  const progress = new UploadProgress();
  progress.heard(rows);
  return progress.text;
}

it('names one upload, and counts several', () => {
  expect(textAfter()).toBe('');
  expect(textAfter(row({}))).toBe('uploading a.pdf');
  expect(textAfter(row({}), row({ id: 'two', status: 'waiting' }))).toBe('uploading 2 PDFs');
});

it('tells bytes where there are many', () => {
  const large = row({ size: 200_000_000, sent: 12_400_000 });
  expect(textAfter(large)).toBe('uploading a.pdf, 12.4 MB of 200.0 MB');
  expect(textAfter(large, row({ ...large, id: 'two', sent: 600_000 }))).toBe(
    'uploading 2 PDFs, 13.0 MB of 400.0 MB',
  );
});

it.each(['delivered', 'skipped', 'failed', 'canceled'] as const)(
  'leaves out what is %s',
  (status) => {
    expect(textAfter(row({}), row({ status }))).toBe('');
  },
);

it('leaves webhooks out', () => {
  expect(textAfter(row({ kind: 'webhook' }))).toBe('');
});
