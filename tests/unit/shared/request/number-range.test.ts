import { describe, expect, it } from 'vitest';
import {
  numberFromText,
  timeoutIssue,
  zoomIssue,
} from '../../../../electron/shared/request/fields.js';

const zoomRule = 'it must be a number from 0.1 to 2, such as 1.25.';
const badZooms = [
  [0, `The zoom is 0, which is too low; ${zoomRule}`],
  [-1, `The zoom is -1, which is too low; ${zoomRule}`],
  [2.01, `The zoom is 2.01, which is too high; ${zoomRule}`],
  [1e9, `The zoom is 1000000000, which is too high; ${zoomRule}`],
  [Number.NaN, `The zoom is NaN, which is not a number; ${zoomRule}`],
  [Number.POSITIVE_INFINITY, `The zoom is Infinity, which is too high; ${zoomRule}`],
  ['foo', `The zoom is the text "foo"; ${zoomRule}`],
  [null, `The zoom is null; ${zoomRule}`],
  [[1], `The zoom is a list; ${zoomRule}`],
  [true, `The zoom is true; ${zoomRule}`],
] as const;

describe('zoomMistake', () => {
  it.each([0.1, 0.5, 1, 1.25, 2])('takes %d', (zoom) => {
    expect(zoomIssue(zoom)).toBeNull();
  });

  it.each(badZooms)('refuses %j in a sentence', (zoom, message) => {
    expect(zoomIssue(zoom)).toBe(message);
  });
});

it('limits the time to an hour', () => {
  expect(timeoutIssue(1)).toBeNull();
  expect(timeoutIssue(3600)).toBeNull();
  expect(timeoutIssue(0)).toBe(
    'The time limit is 0, which is too low; it must be a number from 1 to 3600, in seconds, such as 30.',
  );
});

describe('numberFromText', () => {
  it.each([
    ['1.5', 1.5],
    ['1,5', 1.5],
    [' .5 ', 0.5],
    ['-1', -1],
    ['1e9', 1e9],
    ['NaN', Number.NaN],
    ['foo', 'foo'],
    ['', ''],
    ['1.2.3', '1.2.3'],
    ['0x10', '0x10'],
    ['120%', '120%'],
  ])('reads %j', (text, value) => {
    expect(numberFromText(text)).toBe(value);
  });
});
