import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  htmlFromBytes as decoded,
  isStandardInput,
  readAll,
} from '../../../../../electron/main/cli/convert/input-streams.js';
import { resolveSources } from '../../../../../electron/main/cli/convert/sources.js';
import { message } from '../../../../../electron/shared/messages/message.js';
import {
  type TemporaryFolder,
  temporaryFolder,
} from '../../../../integration/support/temporary-folder.js';

const input = message('sources.standardInput');
const htmlFromBytes = (bytes: Uint8Array) => decoded(bytes, input);

describe('htmlFromBytes', () => {
  it.each([
    ['UTF-8', Buffer.from('<p>größe')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeff<p>größe')],
    ['UTF-16LE with a byte order mark', Buffer.from('\ufeff<p>größe', 'utf16le')],
    ['UTF-16BE with a byte order mark', Buffer.from('\ufeff<p>größe', 'utf16le').swap16()],
  ])('reads %s', (_name, bytes) => {
    expect(htmlFromBytes(bytes)).toBe('<p>größe');
  });

  it.each([
    ['<meta charset="iso-8859-1">größe', 'latin1'],
    ['<meta http-equiv=Content-Type content="text/html; charset=windows-1252">größe', 'latin1'],
    ['<meta charset=utf-16>größe', 'utf8'],
    ['<meta charset="nonsense">größe', 'utf8'],
  ] as const)('reads the encoding that %s declares', (html, encoding) => {
    expect(htmlFromBytes(Buffer.from(html, encoding))).toBe(html);
  });

  it.each([
    ['<p>', 'declares none'],
    ['<meta charset=windows-1252>', 'declares windows-1252'],
    ['<meta charset=iso-8859-1>', 'declares Latin-1, which is windows-1252 for browsers'],
  ])('reads the characters that windows-1252 adds to Latin-1 after %s, which %s', (start) => {
    const bytes = Buffer.concat([
      Buffer.from(start),
      Buffer.from([0x80, 0x93, 0x94, 0x96, 0x85, 0xfc]),
    ]);
    expect(htmlFromBytes(bytes)).toBe(`${start}€“”–…ü`);
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'is empty; it contains no HTML.'],
    ['white space', Buffer.from(' \n\t'), 'contains only white space, no HTML.'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'is a PDF, not HTML.'],
    ['zero bytes', Buffer.from('<p>\0'), 'contains binary data, not HTML.'],
  ])('rejects %s', (_name, bytes, end) => {
    expect(() => htmlFromBytes(bytes)).toThrow(`The HTML from standard input ${end}`);
  });
});

it.each(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'])('%s is standard input', (word) => {
  expect(isStandardInput(word)).toBe(true);
});

describe('readAll', () => {
  async function* endless(chunk: string) {
    for (;;) yield await Promise.resolve(Buffer.from(chunk));
  }

  it('stops at the limit', async () => {
    await expect(readAll(endless('<p>x'), input, 1024 ** 2)).rejects.toThrow(
      'The HTML from standard input is larger than 1 MB. Save it to a file and convert that.',
    );
  });

  it('stops at the first bytes of something else', async () => {
    await expect(readAll(endless('\0'), input)).rejects.toThrow(
      'The HTML from standard input contains binary data, not HTML.',
    );
  });
});

describe.skipIf(process.platform === 'win32')('a stream', () => {
  let folder: TemporaryFolder;
  beforeAll(() => {
    folder = temporaryFolder();
  });
  afterAll(() => folder.remove());

  const resolved = async (path: string, base?: string) =>
    resolveSources(
      { sources: [path], ...(base !== undefined && { base }) },
      { cwd: folder.path, readInput: async () => Promise.reject(new Error('Not read.')) },
    );

  it('that is a named pipe is read once, has the name of the pipe and no folder', async () => {
    spawnSync('mkfifo', [join(folder.path, 'report.html')]);
    const jobs = resolved('report.html');
    await writeFile(join(folder.path, 'report.html'), '<p>größe');
    const source = { kind: 'html', html: '<p>größe', name: 'report' };
    expect(await jobs).toEqual({
      jobs: [{ source, label: join(folder.path, 'report.html') }],
      refused: [],
    });
  });

  it('that is a descriptor has no name, and takes a base', async () => {
    writeFileSync(join(folder.path, 'x.html'), '<p>x');
    const file = await open(join(folder.path, 'x.html'));
    const { jobs } = await resolved(`/dev/fd/${file.fd}`, 'https://example.org/');
    await file.close();
    expect(jobs.map(({ source }) => source)).toEqual([
      { kind: 'html', html: '<p>x', base: 'https://example.org/' },
    ]);
  });

  it('is refused if it is empty', async () => {
    spawnSync('mkfifo', [join(folder.path, 'empty.html')]);
    const found = resolved('empty.html');
    await writeFile(join(folder.path, 'empty.html'), '');
    const { refused } = await found;
    expect(refused.map(({ label }) => label)).toEqual([join(folder.path, 'empty.html')]);
  });
});
