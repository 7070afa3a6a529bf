import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import {
  errorLines,
  exitStatusOf,
  standardInput,
} from '../../../../electron/main/cli/command-io.js';
import type { AppErrorCode, AppErrorData } from '../../../../electron/shared/messages/errors.js';
import { literal, message } from '../../../../electron/shared/messages/message.js';

const errors = (...codes: AppErrorCode[]): AppErrorData[] =>
  codes.map((code) => ({ code, message: literal('It failed.') }));

it.each([
  ['all sources were converted', 3, errors(), 0],
  ['there were no sources', 0, errors(), 0],
  ['an option is invalid', 0, errors('invalid-request'), 2],
  ['all sources are unreadable', 0, errors('source-unreadable', 'source-unreadable'), 2],
  ['one of several has too few pages', 2, errors('invalid-request'), 1],
  ['a page did not load', 0, errors('load-failed'), 1],
  ['a page did not load and another is too short', 0, errors('load-failed', 'invalid-request'), 1],
])('the exit status shows that %s', (_what, completed, failed, status) => {
  expect(exitStatusOf(completed, failed)).toBe(status);
});

const processOn = (platform: NodeJS.Platform, electron?: string) => ({
  platform,
  versions: electron === undefined ? {} : { electron },
  stdin: Readable.from(['own']),
});
const read = async (input: AsyncIterable<Uint8Array | string>) => text(Readable.from(input));

it.each([
  ['linux', '45.4.1'],
  ['darwin', '45.4.1'],
  ['win32', undefined],
] as const)(
  'standard input is that of the process on %s with Electron %s',
  async (platform, electron) => {
    expect(await read(standardInput(undefined, processOn(platform, electron)))).toBe('own');
  },
);

it('standard input is what the launcher saved', async () => {
  const spooled = Readable.from(['spooled']);
  expect(await read(standardInput(spooled, processOn('win32', '45.4.1')))).toBe('spooled');
});

it('standard input cannot be read on Windows without a launcher', async () => {
  const input = standardInput(undefined, processOn('win32', '45.4.1'));
  await expect(read(input)).rejects.toMatchObject({
    code: 'source-unreadable',
    message:
      'Platen cannot read standard input on Windows. Save the HTML to a file and convert that.',
  });
});

it.each([
  ['/a/b.html', message('cli.missingValue', { option: '"/a/b.html"' }), ''],
  ['/a/b.html', message('general.internal', { reason: literal('no /a/b.html') }), ''],
  ['/a/b.html', message('general.internal', { reason: literal('no page') }), '/a/b.html: '],
  [null, literal('It failed.'), ''],
])('errors name their source %s once', (label, text, prefix) => {
  const [line = '', ...others] = errorLines(label, { code: 'load-failed', message: text });
  expect(line.startsWith(prefix)).toBe(true);
  expect(line.split(label ?? '?')).toHaveLength(label === null ? 1 : 2);
  expect(others).toEqual([]);
});
