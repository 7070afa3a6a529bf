import { describe, expect, it } from 'vitest';
import {
  numberFromText,
  numberInUnit,
  timeoutIssue,
  zoomIssue,
} from '../../../../electron/shared/request/fields.js';
import { textOf } from './support.js';

const zoomRule = 'Zoom must be a number from 0.1 to 2, such as 1.25, but is';
const invalidZooms = [
  [0, `${zoomRule} 0.`],
  [-1, `${zoomRule} -1.`],
  [2.01, `${zoomRule} 2.01.`],
  [1e9, `${zoomRule} 1000000000.`],
  [Number.NaN, `${zoomRule} NaN.`],
  [Number.POSITIVE_INFINITY, `${zoomRule} Infinity.`],
  ['foo', `${zoomRule} "foo".`],
  [null, `${zoomRule} null.`],
  [[1], `${zoomRule} a list.`],
  [true, `${zoomRule} true.`],
] as const;

describe('zoomIssue', () => {
  it.each([0.1, 0.5, 1, 1.25, 2])('accepts %d', (zoom) => {
    expect(zoomIssue(zoom)).toBeNull();
  });

  it.each(invalidZooms)('rejects %j', (zoom, message) => {
    expect(textOf(zoomIssue(zoom))).toBe(message);
  });
});

it('limits the timeout to an hour', () => {
  expect(timeoutIssue(1)).toBeNull();
  expect(timeoutIssue(3600)).toBeNull();
  expect(textOf(timeoutIssue(0))).toBe(
    'Timeout must be a number of seconds from 1 to 3600, such as 30, but is 0.',
  );
});

describe('numberInUnit', () => {
  it.each([
    ['2', 'seconds', 2],
    ['2 s', 'seconds', 2],
    ['1,5s', 'seconds', 1.5],
    ['500ms', 'seconds', 0.5],
    ['2 min', 'seconds', 120],
    ['1280 PX', 'pixels', 1280],
    ['10pt', 'points', 10],
    ['40 %', 'percent', 40],
    ['1e3', 'seconds', 1000],
    ['10pt', 'seconds', '10pt'],
    ['10 h1', 'headingLevels', '10 h1'],
    ['s', 'seconds', 's'],
    ['1.2.3s', 'seconds', '1.2.3s'],
    ['2s', undefined, '2s'],
  ] as const)('reads %j in %s', (text, unit, value) => {
    expect(numberInUnit(text, unit)).toBe(value);
  });
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
