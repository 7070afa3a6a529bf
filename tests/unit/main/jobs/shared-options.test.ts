import { expect, it } from 'vitest';
import { SharedOptions } from '../../../../electron/main/jobs/job-list.js';
import { options } from './support/fake-work.js';

it('shares equal options, and forgets those that were used long ago', () => {
  const all = new SharedOptions();
  const shared = (folder: string) =>
    all.equalTo({ ...options, output: { ...options.output, folder } });
  const first = shared('/first');
  expect(shared('/first')).toBe(first);
  for (let number = 0; number < 100; number += 1) shared(`/${number}`);
  expect(shared('/first')).not.toBe(first);
});
