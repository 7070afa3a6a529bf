import { expect, it } from 'vitest';
import { WindowNotices } from '../../../../electron/main/window/window-notices.js';

it('tells each sentence once: with the start of the window, or after it', () => {
  const sent: string[] = [];
  const notices = new WindowNotices(['a file was damaged'], (message) => sent.push(message));
  notices.add(['before the start']);
  expect(sent).toEqual([]);
  expect(notices.list()).toEqual(['a file was damaged', 'before the start']);
  notices.add(['after the start']);
  expect(sent).toEqual(['after the start']);
  expect(notices.list()).toContain('after the start');
});
