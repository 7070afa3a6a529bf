import { describe, expect, it } from 'vitest';
import {
  applicationArguments,
  commandFrom,
  unreadSwitches,
} from '../../../../electron/main/cli/command-line.js';

const checkout = { isPackaged: false, platform: 'win32' } as const;
const packaged = { isPackaged: true, platform: 'linux' } as const;
const onWindows = { isPackaged: true, platform: 'win32' } as const;

describe('commandFrom', () => {
  it.each([
    [['convert', 'a.html', '--json'], { name: 'convert', args: ['a.html', '--json'] }],
    [['--ozone-platform=headless', 'convert', 'a.html'], { name: 'convert', args: ['a.html'] }],
    [['--headless'], { name: 'window', paths: [] }],
    [['--help'], { name: 'help', args: [] }],
    [['-h', '--headless'], { name: 'help', args: [] }],
    [['--version', '--'], { name: 'version', args: [] }],
    [['convert', '--help'], { name: 'convert', args: ['--help'] }],
    [['--', '--help'], { name: 'window', paths: ['--help'] }],
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
    expect(applicationArguments(argv, checkout)).toEqual(args);
  });

  it('returns everything after the name of a packaged program', () => {
    const args = ['--headless', 'a.html'];
    expect(applicationArguments(['platen', ...args], packaged)).toEqual(args);
    expect(applicationArguments(['platen', '--', ...args], packaged)).toEqual(['--', ...args]);
  });
});

// platen.cmd starts `Platen.exe -- …`, so that a URL may precede other arguments.
it.each([
  [['convert', 'https://a.example/', '--out', 'a.pdf'], [], 'convert'],
  [
    ['--user-data-dir=C:\\my data', 'serve', '--port=0'],
    [['user-data-dir', 'C:\\my data']],
    'serve',
  ],
  [
    ['--allow-no-sandbox', '--lang=de', 'a.html'],
    [
      ['allow-no-sandbox', ''],
      ['lang', 'de'],
    ],
    'window',
  ],
  [['a.html', '--lang=de', '--', '--b.html'], [['lang', 'de']], 'window'],
  [['--help'], [['help', '']], 'help'],
  [['-h'], [], 'help'],
  [['--version'], [['version', '']], 'version'],
  [['--', 'convert', 'a.html'], [], 'convert'],
  [[], [], 'window'],
] as const)('understands platen.cmd with %j', (args, switches, name) => {
  const argv = ['Platen.exe', '--', ...args];
  expect(unreadSwitches(argv, onWindows).map(Object.values)).toEqual(switches);
  expect(commandFrom(applicationArguments(argv, onWindows)).name).toBe(name);
  const direct = ['Platen.exe', ...args];
  expect(commandFrom(applicationArguments(direct, packaged)).name).toBe(name);
  if (args[0] !== '--') expect(unreadSwitches(direct, onWindows)).toEqual([]);
});
