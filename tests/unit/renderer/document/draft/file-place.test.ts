import { describe, expect, it } from 'vitest';
import { placeInFolder } from '../../../../../renderer/document/draft/output.js';

describe('placeInFolder', () => {
  it.each([
    ['/manual/c-api/abstract.html', '/manual', 'c-api/'],
    ['/manual/a/b/abstract.html', '/manual/', 'a/b/'],
    ['/manual/abstract.html', '/manual', ''],
    ['C:\\manual\\a\\b\\abstract.html', 'C:\\manual', 'a/b/'],
    ['/other/abstract.html', '/manual', ''],
  ])('of %s in %s is "%s"', (path, folder, place) => {
    expect(placeInFolder({ path, name: 'abstract.html', size: 1, folder })).toBe(place);
  });

  it('is empty for a file that was added alone', () => {
    expect(placeInFolder({ path: '/a/b.html', name: 'b.html', size: 1 })).toBe('');
  });
});
