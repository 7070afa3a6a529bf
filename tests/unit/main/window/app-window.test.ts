import { expect, test, vi } from 'vitest';
import { batchMessages } from '../../../../electron/main/window/app-window.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';

vi.mock('electron', () => ({ BrowserWindow: {}, Notification: {}, protocol: {}, session: {} }));

const none = { converted: 0, skipped: 0, failed: 0, canceled: 0 };

test.each([
  [{ converted: 1 }, 'Batch complete', '1 converted'],
  [{ converted: 1200 }, 'Batch complete', '1,200 converted'],
  [{ converted: 997, failed: 3 }, 'Some files failed', '997 converted and 3 failed'],
  [{ failed: 2, canceled: 1 }, 'Conversion failed', '2 failed and 1 canceled'],
  [{ converted: 1, skipped: 4 }, 'Batch complete', '1 converted and 4 skipped (already exist)'],
  [{ skipped: 4 }, 'All files skipped', '4 skipped (already exist)'],
  [
    { converted: 5, skipped: 1, failed: 2 },
    'Some files failed',
    '5 converted, 1 skipped (already exist), and 2 failed',
  ],
])('the notification about %o has a title and counts', (counts, title, body) => {
  const messages = batchMessages({ ...none, ...counts });
  expect(messages && [englishText(messages.title), englishText(messages.body)]).toEqual([
    title,
    body,
  ]);
});

test('a batch that the user canceled has no notification', () => {
  expect(batchMessages({ ...none, canceled: 7 })).toBeNull();
});
