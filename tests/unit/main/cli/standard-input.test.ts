import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { standardInput } from '../../../../electron/main/cli/standard-input.js';

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
] as const)('is the process’s own on %s with Electron %s', async (platform, electron) => {
  expect(await read(standardInput(undefined, processOn(platform, electron)))).toBe('own');
});

it('is what the launcher has spooled', async () => {
  const spooled = Readable.from(['spooled']);
  expect(await read(standardInput(spooled, processOn('win32', '45.4.1')))).toBe('spooled');
});

it('cannot be read on Windows without a launcher, and says so only when it is read', async () => {
  const input = standardInput(undefined, processOn('win32', '45.4.1'));
  await expect(read(input)).rejects.toMatchObject({
    code: 'source-unreadable',
    message:
      'Platen cannot read standard input on Windows. Save the HTML to a file and convert that.',
  });
});
