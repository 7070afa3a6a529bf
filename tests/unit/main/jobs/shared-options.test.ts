import { expect, it } from 'vitest';
import { SharedOptions } from '../../../../electron/main/jobs/shared-options.js';
import { type JobOptions, jobOptionsSchema } from '../../../../electron/shared/jobs.js';

const optionsIn = (folder: string): JobOptions =>
  jobOptionsSchema.parse({ request: {}, output: { folder } });

it('returns the same object for equal options', () => {
  const shared = new SharedOptions();
  const first = shared.of(optionsIn('/out'));
  expect(shared.of(optionsIn('/out'))).toBe(first);
  expect(shared.of(optionsIn('/other'))).not.toBe(first);
});

it('forgets options that were not used for long', () => {
  const shared = new SharedOptions();
  const rare = shared.of(optionsIn('/rare'));
  const frequent = shared.of(optionsIn('/frequent'));
  for (let number = 0; number < 100; number += 1) {
    shared.of(optionsIn(`/${number}`));
    expect(shared.of(optionsIn('/frequent'))).toBe(frequent);
  }
  expect(shared.of(optionsIn('/rare'))).not.toBe(rare);
});
