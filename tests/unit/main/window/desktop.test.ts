import { describe, expect, it, vi } from 'vitest';
import { urlOfLink } from '../../../../electron/main/window/incoming.js';
import { boundsOnScreens, desktopStatus } from '../../../../electron/main/window/app-window.js';

vi.mock('electron', () => ({ app: {}, powerSaveBlocker: {}, screen: {} }));

const main = { x: 0, y: 0, width: 1920, height: 1040 };
const right = { x: 1920, y: 0, width: 1280, height: 1024 };

describe('the window opens', () => {
  it.each([
    ['in the default size first', null, [main], { width: 1280, height: 860 }],
    [
      'no larger than the screen',
      null,
      [{ ...main, width: 1024, height: 700 }],
      { width: 1024, height: 700 },
    ],
    [
      'where it was',
      { x: 50, y: 60, width: 1000, height: 700 },
      [main],
      { x: 50, y: 60, width: 1000, height: 700 },
    ],
    [
      'on the second screen',
      { x: 2000, y: 10, width: 1000, height: 700 },
      [main, right],
      { x: 2000, y: 10, width: 1000, height: 700 },
    ],
    [
      'on the main screen if its own is gone',
      { x: 2000, y: 10, width: 1000, height: 700 },
      [main],
      { width: 1000, height: 700 },
    ],
    [
      'partly beside the screen',
      { x: -700, y: 10, width: 1000, height: 700 },
      [main],
      { x: -700, y: 10, width: 1000, height: 700 },
    ],
    [
      'on the screen if too little of its title is',
      { x: -900, y: 10, width: 1000, height: 700 },
      [main],
      { width: 1000, height: 700 },
    ],
    [
      'on the screen if its title is above',
      { x: 10, y: -50, width: 1000, height: 700 },
      [main],
      { width: 1000, height: 700 },
    ],
    [
      'on the screen if its title is below',
      { x: 10, y: 1030, width: 1000, height: 700 },
      [main],
      { width: 1000, height: 700 },
    ],
    [
      'smaller on a smaller screen',
      { x: 2000, y: 0, width: 1900, height: 1040 },
      [main, right],
      { x: 2000, y: 0, width: 1280, height: 1024 },
    ],
    [
      'as it was without a known screen',
      { x: 5, y: 5, width: 1000, height: 700 },
      [],
      { width: 1000, height: 700 },
    ],
  ])('%s', (_name, saved, screens, expected) => {
    expect(boundsOnScreens(saved, screens)).toEqual(expected);
  });
});

describe('a link', () => {
  it.each([
    ['platen://convert?url=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1', 'https://example.org/a?b=1'],
    ['PLATEN://convert/?url=http://example.org', 'http://example.org/'],
    ['platen://convert?url=file:///etc/passwd', null],
    ['platen://convert?url=javascript:alert(1)', null],
    ['platen://convert?url=https://user:secret@example.org', null],
    ['platen://convert?url=', null],
    ['platen://convert', null],
    ['platen://convert/all?url=https://example.org', null],
    ['platen://app/index.html', null],
    [`platen://convert?url=https://example.org/${'x'.repeat(5000)}`, null],
    ['https://example.org', null],
    ['/home/me/page.html', null],
  ])('%s asks for %s', (link, url) => {
    expect(urlOfLink(link)).toBe(url);
  });
});

describe('the desktop shows', () => {
  const counts = { queued: 0, running: 0, completed: 0, failed: 0, canceled: 0 };
  const batch = { total: 10, ended: 4, failed: 0, secondsLeft: null };

  it.each([
    [
      'nothing while idle',
      { paused: false, counts, batch: null },
      { progress: null, mode: 'normal', badge: 0, keepsAwake: false },
    ],
    [
      'progress and unfinished jobs',
      { paused: false, counts: { ...counts, queued: 4, running: 2 }, batch },
      { progress: 0.4, mode: 'normal', badge: 6, keepsAwake: true },
    ],
    [
      'a pause',
      { paused: true, counts: { ...counts, queued: 6 }, batch },
      { progress: 0.4, mode: 'paused', badge: 6, keepsAwake: false },
    ],
    [
      'failures',
      { paused: false, counts: { ...counts, running: 1 }, batch: { ...batch, failed: 1 } },
      { progress: 0.4, mode: 'error', badge: 1, keepsAwake: true },
    ],
  ])('%s', (_name, summary, status) => {
    expect(desktopStatus(summary)).toEqual(status);
  });
});
