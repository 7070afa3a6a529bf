import { expect, test } from 'vitest';
import { batchSentence, batchTitle } from '../../../../electron/main/window/batch-words.js';

const none = { made: 0, skipped: 0, failed: 0, canceled: 0 };

test.each([
  [{ made: 1 }, 'The PDF is ready', '1 made'],
  [{ made: 1200 }, 'The PDFs are ready', '1,200 made'],
  [{ made: 997, failed: 3 }, 'Not all PDFs were made', '997 made, 3 failed'],
  [{ failed: 2, canceled: 1 }, 'No PDF was made', '2 failed, 1 canceled'],
  [{ made: 1, skipped: 4 }, 'The PDF is ready', '1 made, 4 skipped, as they were there'],
  [{ skipped: 4 }, 'No PDF had to be made', '4 skipped, as they were there'],
])('%o is told', (counts, title, sentence) => {
  const result = { ...none, ...counts };
  expect([batchTitle(result), batchSentence(result)]).toEqual([title, sentence]);
});

test('what the person has canceled is no news', () => {
  expect(batchTitle({ ...none, canceled: 7 })).toBeNull();
});
