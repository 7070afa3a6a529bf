import { describe, expect, it } from 'vitest';
import {
  inUnits,
  linkSeconds,
  linkTimeText,
} from '../../../../../renderer/queue/uploads/link-time.js';

describe('the lifetime of a link', () => {
  it.each([
    ['5', 'minutes', 300],
    ['1,5', 'hours', 5400],
    [' 7 ', 'days', 604_800],
    ['8', 'days', null],
    ['0.5', 'minutes', null],
    ['', 'hours', null],
    ['soon', 'hours', null],
  ] as const)('%j %s are %j seconds', (typed, unit, seconds) => {
    expect(linkSeconds(typed, unit)).toBe(seconds);
  });

  it.each([
    [3600, '1 hour'],
    [86_400, '1 day'],
    [604_800, '1 week'],
    [172_800, '2 days'],
    [5400, '90 minutes'],
    [60, '1 minute'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(linkTimeText(seconds)).toBe(text);
  });

  it('is shown in the largest unit that divides it', () => {
    expect(inUnits(7200)).toEqual({ count: 2, unit: 'hours' });
    expect(inUnits(5400)).toEqual({ count: 90, unit: 'minutes' });
  });
});
