import { describe, expect, it } from 'vitest';
import { addedText, formatFiles, formatPages } from '../../../../renderer/ui/wording.js';

describe('formatFiles', () => {
  it.each([
    [1, '1 file'],
    [1530, '1,530 files'],
  ])('shows %i as %s', (count, text) => {
    expect(formatFiles(count)).toBe(text);
  });
});

describe('formatPages', () => {
  it.each([
    [1, '1 page'],
    [12, '12 pages'],
    [1234, '1,234 pages'],
  ])('shows %i as %s', (count, text) => {
    expect(formatPages(count)).toBe(text);
  });
});

describe('addedText', () => {
  const folder = '/home/a/manual';

  it('names the folder that files were found in', () => {
    expect(addedText([{ folder }, { folder }])).toBe('Added 2 files from "manual"');
    expect(addedText([{ folder: 'C:\\docs\\' }])).toBe('Added 1 file from "docs"');
  });

  it('counts several folders, and is empty for single files', () => {
    expect(addedText([{ folder }, { folder: '/b' }])).toBe('Added 2 files from 2 folders');
    expect(addedText([{}, {}])).toBeNull();
  });
});
