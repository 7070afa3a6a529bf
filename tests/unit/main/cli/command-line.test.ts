import { describe, expect, it } from 'vitest';
import { applicationArguments, commandFrom } from '../../../../electron/main/cli/command-line.js';

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

describe('applicationArguments', () => {
  it.each([
    [['electron', '/platen'], []],
    [
      ['electron', '/platen', '--headless', 'a.html'],
      ['--headless', 'a.html'],
    ],
    // Playwright starts it like this.
    [['electron', '--inspect=0', '--remote-debugging-port=0', '/platen', 'a.html'], ['a.html']],
    [
      ['electron', '-r', '/loader.js', '--inspect', '/platen', '--', 'a.html'],
      ['--', 'a.html'],
    ],
    [['electron', '--require', '/a.js', '-r', '/b.js', '/platen', '-r'], ['-r']],
  ])('returns what follows the folder in %j', (argv, args) => {
    expect(applicationArguments(argv, false)).toEqual(args);
  });

  it('returns everything after the name of a packaged program', () => {
    expect(applicationArguments(['platen', '--headless', 'a.html'], true)).toEqual([
      '--headless',
      'a.html',
    ]);
  });
});
