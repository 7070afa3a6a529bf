import { describe, expect, it } from 'vitest';
import { paperName } from '../../../../../renderer/document/viewer/ViewerToolbar.js';

describe('paperName', () => {
  it.each([
    [595.92, 841.92, 'A4'],
    [595.28, 841.89, 'A4'],
    [841.92, 595.92, 'A4 landscape'],
    [419.52, 595.2, 'A5'],
    [612, 792, 'Letter'],
    [792, 612, 'Letter landscape'],
    [792, 1224, 'Tabloid'],
    [1224, 792, 'Ledger'],
    [612, 1008, 'Legal'],
    [600, 450, '212 × 159 mm'],
  ])('calls %f by %f points %s', (width, height, name) => {
    expect(paperName({ width, height }, 'mm')).toBe(name);
  });

  it('shows other sizes in the selected unit', () => {
    expect(paperName({ width: 360, height: 288 }, 'in')).toBe('5 × 4 in');
    expect(paperName({ width: 600, height: 450 }, 'cm')).toBe('21.2 × 15.9 cm');
  });
});
