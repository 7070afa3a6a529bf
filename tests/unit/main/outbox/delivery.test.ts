import { expect, it } from 'vitest';
import { storedDeliverySchema } from '../../../../electron/main/outbox/delivery.js';

const upload = {
  kind: 'upload',
  id: 'one',
  job: null,
  created: 1,
  compliance: { gdpr: false, hipaa: false },
  target: 'papers',
  bucket: 'papers-bucket',
  key: 'a.pdf',
  existing: 'ask',
  pdf: { id: 'pdf', name: 'a.pdf', size: 7 },
};

it.each([
  [{ status: 'held' }, { status: 'staged' }],
  [
    { status: 'running', attempts: 1, begun: { key: 'a.pdf', multipart: 'm-1' } },
    { status: 'running', attempts: 1, uploadState: { key: 'a.pdf', multipart: 'm-1' } },
  ],
])('reads the state %j of versions before 6', (stored, state) => {
  expect(storedDeliverySchema.parse({ ...upload, state: stored })).toEqual({ ...upload, state });
});
