import { expect, it } from 'vitest';
import { JobRecords } from '../../../../electron/main/jobs/job-records.js';
import { nullJobStore } from '../../../../electron/main/jobs/job-store.js';
import { FakeWork, options } from './support/fake-work.js';

it('shares equal options, and forgets those that were used long ago', () => {
  const parts = { work: new FakeWork(), store: nullJobStore, concurrency: 1 };
  const records = new JobRecords(parts, () => ({ ages: [], concurrency: 1 }));
  const shared = (folder: string) =>
    records.sharedOptions({ ...options, output: { ...options.output, folder } });
  const first = shared('/first');
  expect(shared('/first')).toBe(first);
  for (let number = 0; number < 100; number += 1) shared(`/${number}`);
  expect(shared('/first')).not.toBe(first);
});
