import { describe, expect, it } from 'vitest';
import { pageRoomIssue } from '../../../../electron/shared/request/paper.js';
import { textOf } from './support.js';

const valid = 'At least 2.54 mm (0.1 in) must remain.';

describe('pageRoomIssue', () => {
  it.each([
    ['a4 without a format', { margin: { left: '10cm', right: '10cm' } }],
    [
      'a margin in landscape that is wider than the paper in portrait',
      { landscape: true, margin: { left: '25cm' } },
    ],
    ['exactly the minimum room', { format: '1inx1in', margin: { top: '0.9in' } }],
    ['no margins', { format: 'a6' }],
    ['an invalid format', { format: 'a7', margin: { left: '100in' } }],
    ['an invalid margin', { margin: { left: '100' } }],
    ['margins of the wrong type', { margin: '1cm' }],
  ])('accepts %s', (_name, options) => {
    expect(pageRoomIssue(options)).toBeNull();
  });

  it.each([
    [
      { margin: { left: '11cm', right: '10cm' } },
      `Margins (left 11cm and right 10cm) leave no room on a page 210 mm wide. ${valid}`,
    ],
    [
      { margin: { top: '30cm' } },
      `Margins (top 30cm) leave no room on a page 297 mm high. ${valid}`,
    ],
    [
      { landscape: true, margin: { top: '11cm', bottom: '10cm' } },
      `Margins (top 11cm and bottom 10cm) leave no room on a page 210 mm high. ${valid}`,
    ],
    [
      { format: '2inx2in', margin: { left: '2in', top: '2in' } },
      `Margins (left 2in) leave no room on a page 50.8 mm wide. ${valid} Margins (top 2in) leave no room on a page 50.8 mm high. ${valid}`,
    ],
  ])('reports too little room in %j', (options, message) => {
    expect(textOf(pageRoomIssue(options))).toBe(message);
  });
});
