import { expect, test } from 'vitest';
import { batchSentence, batchTitle } from '../../../../electron/main/window/batch-words.js';

const none = { made: 0, skipped: 0, failed: 0, canceled: 0 };

test.each([
  [{ made: 1 }, 'Batch complete', '1 converted'],
  [{ made: 1200 }, 'Batch complete', '1,200 converted'],
  [{ made: 997, failed: 3 }, 'Some files failed', '997 converted, 3 failed'],
  [{ failed: 2, canceled: 1 }, 'Conversion failed', '2 failed, 1 canceled'],
  [{ made: 1, skipped: 4 }, 'Batch complete', '1 converted, 4 skipped (already exist)'],
  [{ skipped: 4 }, 'All files skipped', '4 skipped (already exist)'],
])('%o has its text', (counts, title, sentence) => {
  const result = { ...none, ...counts };
  expect([batchTitle(result), batchSentence(result)]).toEqual([title, sentence]);
});

test('a batch that the user canceled has no notification', () => {
  expect(batchTitle({ ...none, canceled: 7 })).toBeNull();
});
