import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findHtmlFiles,
  inspectFile,
  listSources,
  readFailure,
} from '../../../../electron/main/conversion/source-files.js';
import { AppError } from '../../../../electron/shared/errors.js';

let root = '';
const at = (...parts: string[]) => join(root, ...parts);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'platen-files-'));
});
afterAll(() => rmSync(root, { recursive: true }));

function write(path: string, content: string | Buffer = '<p>x'): string {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(at(path), content);
  return at(path);
}

async function message(promise: Promise<unknown>): Promise<string> {
  const thrown: unknown = await promise.catch((error: unknown) => error);
  if (!(thrown instanceof AppError)) throw new Error(`There was no mistake: ${String(thrown)}`);
  expect(thrown.code).toBe('source-unreadable');
  return thrown.message;
}

describe('inspectFile', () => {
  it('gives name and size', async () => {
    const path = write('one/a.html', '<p>größe');
    expect(await inspectFile(path)).toEqual({ path, name: 'a.html', size: 10 });
  });

  it('takes UTF-16 with a byte order mark', async () => {
    const path = write('one/wide.html', Buffer.from('\ufeff<p>x', 'utf16le'));
    expect(await inspectFile(path)).toMatchObject({ name: 'wide.html' });
  });

  it.each([
    ['empty.html', '', 'is empty; it holds no HTML.'],
    ['space.html', ' \n\n', 'holds only white space, and no HTML.'],
    ['pdf.html', '%PDF-1.7\n', 'is a PDF, not HTML.'],
    ['zip.html', 'PK\x03\x04', 'is a ZIP archive or an office document, not HTML.'],
    ['png.html', Buffer.from('89504e470d0a1a0a', 'hex'), 'is a PNG image, not HTML.'],
    ['jpeg.html', Buffer.from('ffd8ffe0', 'hex'), 'is a JPEG image, not HTML.'],
    ['gif.html', 'GIF89a', 'is a GIF image, not HTML.'],
    ['zeros.html', 'text\0text', 'holds binary data, not HTML.'],
    [
      'utf32.html',
      Buffer.from('fffe00003c000000', 'hex'),
      'is text in UTF-32, which browsers do not read; save it as UTF-8.',
    ],
  ])('refuses %s', async (name, content, end) => {
    const path = write(`two/${name}`, content);
    expect(await message(inspectFile(path))).toBe(`The file "${path}" ${end}`);
  });

  it('refuses what is missing, a folder, and a circle of links', async () => {
    mkdirSync(at('three/folder'), { recursive: true });
    symlinkSync(at('three/loop'), at('three/loop'));
    symlinkSync(at('three/nothing'), at('three/dangling'));
    expect(await message(inspectFile(at('three/no.html')))).toBe(
      `"${at('three/no.html')}" does not exist; check the path.`,
    );
    expect(await message(inspectFile(at('three/dangling')))).toMatch(
      /does not exist; check the path\.$/,
    );
    expect(await message(inspectFile(at('three/folder')))).toBe(
      `"${at('three/folder')}" is a folder, not a file.`,
    );
    expect(await message(inspectFile(at('three/loop')))).toBe(
      `"${at('three/loop')}" cannot be read: its links lead in a circle.`,
    );
  });

  it('says that reading is not allowed', () => {
    const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    expect(readFailure('a.html', denied)).toBe(
      '"a.html" cannot be read: permission is denied; allow reading, or choose another.',
    );
  });
});

describe('findHtmlFiles', () => {
  it('walks folders in order and leaves out what is hidden or no HTML', async () => {
    for (const name of ['page10.html', 'page2.HTM', 'sub/x.xhtml', 'style.css', 'note.txt']) {
      write(`tree/${name}`);
    }
    for (const name of ['.git/a.html', '.cache/b.html', 'node_modules/c/d.html'])
      write(`tree/${name}`);
    const { files, refused } = await findHtmlFiles(at('tree'));
    expect(files.map(({ relativePath }) => relativePath)).toEqual([
      'page2.HTM',
      'page10.html',
      join('sub', 'x.xhtml'),
    ]);
    expect(refused).toEqual([]);
  });

  it('follows links to files inside, and none that lead out or to folders', async () => {
    const outside = write('outside/secret.html');
    const inside = write('linked/deep/real.html');
    symlinkSync(inside, at('linked/inside.html'));
    symlinkSync(outside, at('linked/outside.html'));
    symlinkSync(at('outside'), at('linked/folder'));
    symlinkSync(at('linked'), at('linked/deep/circle'));
    const { files } = await findHtmlFiles(at('linked'));
    expect(files.map(({ relativePath }) => relativePath)).toEqual([
      join('deep', 'real.html'),
      'inside.html',
    ]);
  });

  it('walks a folder that is itself a link', async () => {
    write('target/a.html');
    symlinkSync(at('target'), at('to-target'));
    const { files } = await findHtmlFiles(at('to-target'));
    expect(files.map(({ path }) => path)).toEqual([at('to-target', 'a.html')]);
  });

  it('takes the good files and names the others', async () => {
    write('mixed/good.html');
    const bad = write('mixed/bad.html', '%PDF-1.7');
    const { files, refused } = await findHtmlFiles(at('mixed'));
    expect(files.map(({ name }) => name)).toEqual(['good.html']);
    expect(refused).toEqual([{ path: bad, message: `The file "${bad}" is a PDF, not HTML.` }]);
  });

  it('refuses a folder without HTML', async () => {
    write('none/a.txt');
    expect(await message(findHtmlFiles(at('none')))).toBe(
      `The folder "${at('none')}" holds no HTML files (.html, .htm or .xhtml).`,
    );
    const bad = write('only-bad/a.html', '');
    expect(await message(findHtmlFiles(at('only-bad')))).toBe(
      `The folder "${at('only-bad')}" holds no HTML file that can be taken. The file "${bad}" is empty; it holds no HTML.`,
    );
    expect(await message(findHtmlFiles(at('nowhere')))).toBe(
      `"${at('nowhere')}" does not exist; check the path.`,
    );
  });
});

describe('listSources', () => {
  it('keeps the order of the paths and throws for none', async () => {
    const folder = at('list');
    const b = write('list/sub/b.html');
    const a = write('list-a.html');
    mkdirSync(at('list-empty'));
    const list = await listSources([a, folder, at('gone.html'), at('list-empty')]);
    expect(list.files).toEqual([
      { path: a, name: 'list-a.html', size: 4 },
      { path: b, name: 'b.html', size: 4, folder },
    ]);
    expect(list.refused.map(({ path }) => path)).toEqual([at('gone.html'), at('list-empty')]);
  });
});
