import { describe, expect, it } from 'vitest';
import { labelSources } from '../../../../renderer/ui/source-labels.js';

/** The labels of a list in one line each, with `|` where a name that is too long is cut. */
function labels(locations: readonly string[], nameOf: (location: string) => string) {
  const labelOf = labelSources(locations);
  return locations.map((location) => {
    const { place, head, tail } = labelOf(location, nameOf(location));
    return `${place}${head}${head === '' ? '' : '|'}${tail}`;
  });
}

const lastName = (path: string): string => path.split(/[\\/]/).at(-1) ?? '';

describe('labels of files', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['other names', ['/a/one.html', '/b/two.html'], ['one.html', 'two.html']],
    ['one name', ['/a/index.html', '/b/index.html'], ['a/index.html', 'b/index.html']],
    [
      'one name in folders of one name',
      ['/docs/v1/en/index.html', '/docs/v2/en/index.html', '/docs/v2/de/index.html'],
      ['v1/en/index.html', 'v2/en/index.html', 'de/index.html'],
    ],
    ['a folder and its subfolder', ['/a/x.html', '/a/b/x.html'], ['a/x.html', 'b/x.html']],
    ['the root', ['/x.html', '/a/x.html'], ['x.html', 'a/x.html']],
    ['the same file twice', ['/a/x.html', '/a/x.html'], ['x.html', 'x.html']],
    ['names that end alike', ['/a/x.html', '/b/my-x.html'], ['x.html', 'my-x.html']],
    ['Windows', ['C:\\a\\x.html', 'D:\\a\\x.html'], ['C:/a/x.html', 'D:/a/x.html']],
    ['a folder with signs of URLs', ['/c#/x.html', '/q?/x.html'], ['c#/x.html', 'q?/x.html']],
    [
      'long names',
      ['/a/minutes-of-the-general-meeting-1.html', '/a/minutes-of-the-general-meeting-2.html'],
      ['minutes-of-the-genera|l-meeting-1.html', 'minutes-of-the-genera|l-meeting-2.html'],
    ],
  ])('of %s', (_, locations, expected) => {
    expect(labels(locations, lastName)).toEqual(expected);
  });
});

describe('labels of URLs', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['a host', ['example.com', 'example.com/'], ['example.com', 'example.com/']],
    [
      'pages of a site',
      ['https://example.com/guide/intro.html', 'https://example.com/guide/setup.html'],
      ['https://example.com/guide|/intro.html', 'https://example.com/guide|/setup.html'],
    ],
    [
      'folders of a site',
      ['example.com/v1/guide/', 'example.com/v2/guide/', 'example.com/v2/api/'],
      ['example.com|/v1/guide/', 'example.com|/v2/guide/', 'example.com/v2|/api/'],
    ],
    [
      'queries',
      ['example.com/list?q=a&page=1', 'example.com/list?q=a&page=2'],
      ['example.com/list?q=a|&page=1', 'example.com/list?q=a|&page=2'],
    ],
    [
      'long names',
      ['example.com/a-story-that-is-told-in-part-1', 'example.com/a-story-that-is-told-in-part-2'],
      [
        'example.com/a-story-that-i|s-told-in-part-1',
        'example.com/a-story-that-i|s-told-in-part-2',
      ],
    ],
  ])('of %s', (_, locations, expected) => {
    expect(labels(locations, (location) => location)).toEqual(expected);
  });
});
