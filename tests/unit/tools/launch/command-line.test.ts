import { describe, expect, it } from 'vitest';
import { commandFrom } from '../../../../electron/main/cli/command-line.js';
import {
  applicationArguments,
  displaySwitches,
  electronArguments,
  hasDisplay,
  readsStandardInput,
  runsPages,
} from '../../../../tools/launch/command-line.mjs';

describe('the arguments of Electron', () => {
  it.each([
    [
      ['convert', 'https://a.example/', '--out', 'a.pdf'],
      ['--', 'convert', 'https://a.example/', '--out', 'a.pdf'],
    ],
    [
      ['convert', 'a.html', '--', '-b.html'],
      ['--', 'convert', 'a.html', '--', '-b.html'],
    ],
    [
      ['--log-level=0', 'serve', '--port', '0'],
      ['--log-level=0', '--', 'serve', '--port', '0'],
    ],
    [
      ['https://a.example/', '--headless', 'b.html'],
      ['--headless', '--', 'https://a.example/', 'b.html'],
    ],
    [
      ['--', '-b.html'],
      ['--', '-b.html'],
    ],
    [
      ['--', 'convert', 'a.html'],
      ['--', 'convert', 'a.html'],
    ],
    [[], ['--']],
  ])("put -- before Platen's arguments: %j", (args, expected) => {
    expect(electronArguments(applicationArguments(args))).toEqual(expected);
  });

  it.each([
    [
      ['convert', 'https://a.example/', '--out', 'a.pdf'],
      { name: 'convert', args: ['https://a.example/', '--out', 'a.pdf'] },
    ],
    [['--log-level=0', 'serve', '--port', '0'], { name: 'serve', args: ['--port', '0'] }],
    [['a.html', '--headless'], { name: 'window', paths: ['a.html'] }],
    [['--', '-b.html'], { name: 'window', paths: ['-b.html'] }],
    [['--help'], { name: 'help', args: [] }],
    [['--version', 'a.html'], { name: 'version', args: [] }],
    [[], { name: 'window', paths: [] }],
  ])('are parsed the same by the application: %j', (args, expected) => {
    const line = electronArguments(applicationArguments(args), ['--ozone-platform=x11']);
    expect(commandFrom(line)).toEqual(expected);
  });
});

describe('the display', () => {
  const x11 = { DISPLAY: ':0' };
  const wayland = { WAYLAND_DISPLAY: 'w' };
  const xWayland = ['--ozone-platform=x11'];
  it.each([
    ['without a display', 'linux', {}, ['convert'], [], false],
    ['with an empty DISPLAY', 'linux', { DISPLAY: '' }, ['convert'], [], false],
    ['for a window without a display', 'linux', {}, ['a.html'], [], false],
    ['under X11', 'linux', x11, ['serve'], [], true],
    ['under Wayland with XWayland', 'linux', { ...x11, ...wayland }, ['convert'], xWayland, true],
    ['for a window there', 'linux', { ...x11, ...wayland }, ['a.html'], xWayland, true],
    ['under Wayland alone', 'linux', wayland, ['convert'], [], false],
    ['for a window under Wayland alone', 'linux', wayland, ['a.html'], [], true],
    ['if the user selects a platform', 'linux', {}, ['--ozone-platform=drm', 'convert'], [], true],
    ['on macOS', 'darwin', {}, ['convert'], [], true],
    ['on Windows', 'win32', {}, ['convert'], [], true],
  ] as const)('%s', (_case, platform, env, args, switches, isPresent) => {
    const parsed = applicationArguments(args);
    expect(displaySwitches({ platform, env }, parsed)).toEqual(switches);
    expect(hasDisplay({ platform, env }, parsed)).toBe(isPresent);
  });
});

it.each([
  [['convert', '-'], true],
  [['convert', 'a.html', '--urls', '-'], true],
  [['convert', '--urls=-'], true],
  [['convert', 'a-b.html', '--json'], false],
  [['-'], false],
])('detects whether standard input is read: %j', (args, expected) => {
  expect(readsStandardInput(applicationArguments(args))).toBe(expected);
});

it.each([
  [['convert', 'a.html'], true],
  [['serve'], true],
  [['serve', 'keys', 'list'], false],
  [['outbox', 'resend'], false],
  [['bucket', 'list'], false],
  [['convert', '--help'], false],
  [['serve', '--version'], false],
  [['--help'], false],
  [['a.html'], false],
])('detects whether a command renders pages: %j', (args, expected) => {
  expect(runsPages(applicationArguments(args))).toBe(expected);
});
