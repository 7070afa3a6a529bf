import { describe, expect, it } from 'vitest';
import { commandFrom } from '../../../../electron/main/cli/command-line.js';

describe('commandFrom', () => {
  it.each([
    [['convert', 'a.html', '--json'], { name: 'convert', args: ['a.html', '--json'] }],
    [['--ozone-platform=headless', 'convert', 'a.html'], { name: 'convert', args: ['a.html'] }],
    [['--headless'], { name: 'window', paths: [] }],
    [['file://server/share/a.html'], { name: 'window', paths: ['file://server/share/a.html'] }],
    [[], { name: 'window', paths: [] }],
    [['a.html', '--headless', 'b.html'], { name: 'window', paths: ['a.html', 'b.html'] }],
    [['file:///tmp/a%20b.html'], { name: 'window', paths: ['/tmp/a b.html'] }],
  ])('parses %j', (args, expected) => {
    expect(commandFrom(args)).toEqual(expected);
  });
});
