import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ZipArchive,
  startPageOf,
  zipLimits,
} from '../../../../../../electron/main/engine/sources/archive/zip-archive.js';
import { type ZipEntry, zipArchive, zipOf } from '../../../../../support/zip.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-zip-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(content: Buffer): string {
  const path = join(folder, 'site.zip');
  writeFileSync(path, content);
  return path;
}

const open = async (entries: readonly ZipEntry[], limits = zipLimits) =>
  ZipArchive.open(file(zipArchive(entries)), limits);

describe('an archive', () => {
  it('returns its files, packed or not, and null for others', async () => {
    const archive = await open([
      { name: 'index.html', content: Buffer.alloc(200_000, '<p>x') },
      { name: 'css/' },
      { name: 'css/größe.css', content: Buffer.from('p{}'), method: 0 },
      { name: 'empty.js' },
    ]);
    expect([...archive.names]).toEqual(['index.html', 'css/größe.css', 'empty.js']);
    expect(await archive.read('index.html')).toHaveLength(200_000);
    expect(String(await archive.read('css/größe.css'))).toBe('p{}');
    expect(await archive.read('empty.js')).toHaveLength(0);
    expect(await archive.read('css/')).toBeNull();
    expect(await archive.read('missing')).toBeNull();
  });

  it('reads names with backslashes and in code page 437', async () => {
    const archive = await open([
      { name: 'img\\a.png' },
      { name: Buffer.from('gr\x94\xe1e.txt', 'latin1') },
    ]);
    expect([...archive.names]).toEqual(['img/a.png', 'größe.txt']);
  });

  it('has no links', async () => {
    const link = { name: 'passwd', content: Buffer.from('/etc/passwd'), mode: 0o120777 };
    expect(await (await open([link])).read('passwd')).toBeNull();
  });

  it('returns no damaged content', async () => {
    const bytes = zipArchive([{ name: 'a.txt', content: Buffer.from('text'), method: 0 }]);
    bytes[bytes.indexOf('text')] = 0x54;
    await expect((await ZipArchive.open(file(bytes))).read('a.txt')).rejects.toThrow('CRC-32');
  });

  it('does not unpack more than an entry claims', async () => {
    const content = Buffer.alloc(100_000);
    const archive = await open([{ name: 'a.txt', content, claimedSize: 10 }]);
    await expect(archive.read('a.txt')).rejects.toThrow('too many bytes');
  });

  const limits = {
    ...zipLimits,
    files: 2,
    fileBytes: 4 * 1024 ** 2,
    totalBytes: 3e6,
    freeBytes: 2e6,
  };
  const big = (bytes: number) => ({ name: 'a.txt', content: Buffer.alloc(bytes, 'ab') });
  it.each<[string, readonly ZipEntry[], string]>([
    ['has a name with ..', [{ name: 'a/../../b' }], 'contains the name "a/../../b", which leads'],
    ['has an absolute name', [{ name: '/etc/passwd' }], 'contains the name "/etc/passwd"'],
    ['has a name with a drive', [{ name: 'C:\\a.html' }], 'contains the name "C:/a.html"'],
    ['is encrypted', [{ name: 'a', isEncrypted: true }], 'is protected by a password'],
    ['is packed by another method', [{ name: 'a', method: 14 }], 'is not packed with Deflate'],
    ['has too many files', ['a', 'b', 'c'].map((name) => ({ name })), 'more than 2 files'],
    ['has a large file', [big(5e6)], 'is larger than 4 MB unpacked'],
    ['unpacks to far more', [big(3e6)], 'more than 200 times larger unpacked'],
    ['is large unpacked', ['a', 'b'].map((name) => ({ name, claimedSize: 19e5 })), 'MB unpacked'],
  ])('is refused if it %s', async (_what, entries, text) => {
    await expect(open(entries, limits)).rejects.toThrow(text);
  });

  it.each([
    ['cut off', zipOf({ 'index.html': '<p>x' }).subarray(0, 60)],
    ['no archive', Buffer.from('PK\x03\x04 and so on')],
  ])('is refused if it is %s', async (_what, content) => {
    await expect(ZipArchive.open(file(content))).rejects.toThrow(/site\.zip" is damaged/);
  });
});

describe('startPageOf', () => {
  it.each([
    ['an index.html', ['about.html', 'index.html'], 'index.html'],
    ['the only HTML file', ['a.css', 'report.htm', 'more/other.html'], 'report.htm'],
    ['one in the only folder', ['site/index.html', 'site/a.html'], 'site/index.html'],
    ['one beside the files of Finder', ['site/a.html', '__MACOSX/site/._a.html'], 'site/a.html'],
    ['an index.xhtml', ['b.html', 'Index.XHTML'], 'Index.XHTML'],
  ])('is %s', (_what, names, page) => {
    expect(startPageOf({ names }, '/a.zip')).toBe(page);
  });

  it.each([
    ['nothing', [], 'contains no HTML file'],
    ['pages only in folders', ['a/index.html', 'b/index.html'], 'contains no HTML file'],
    ['several pages', ['a.html', 'b.html'], 'contains 2 HTML files but no index.html'],
  ])('is refused for %s', (_what, names, text) => {
    expect(() => startPageOf({ names }, '/a.zip')).toThrow(text);
  });
});
