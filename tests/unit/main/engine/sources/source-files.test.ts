import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { englishText } from '../../../../../electron/shared/messages/translator.js';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  findSourceFiles,
  inspectFile,
  listSources,
} from '../../../../../electron/main/engine/sources/source-files.js';
import { AppError } from '../../../../../electron/shared/messages/errors.js';
import type { SourceList } from '../../../../../electron/shared/source-list.js';

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
  if (!(thrown instanceof AppError)) throw new Error(`There was no error: ${String(thrown)}`);
  expect(thrown.code).toBe('source-unreadable');
  return thrown.message;
}

describe('inspectFile', () => {
  it('returns name and size', async () => {
    const path = write('one/a.html', '<p>größe');
    expect(await inspectFile(path)).toEqual({ path, name: 'a.html', size: 10 });
  });

  it('accepts UTF-16 with a byte order mark', async () => {
    const path = write('one/wide.html', Buffer.from('\ufeff<p>x', 'utf16le'));
    expect(await inspectFile(path)).toMatchObject({ name: 'wide.html' });
  });

  it.each([
    ['empty.html', '', 'is empty; it contains no HTML.'],
    ['space.html', ' \n\n', 'contains only white space, no HTML.'],
    ['pdf.html', '%PDF-1.7\n', 'is a PDF, not HTML.'],
    ['zip.html', 'PK\x03\x04', 'is a ZIP archive or an office document, not HTML.'],
    ['png.html', Buffer.from('89504e470d0a1a0a', 'hex'), 'is a PNG image, not HTML.'],
    ['jpeg.html', Buffer.from('ffd8ffe0', 'hex'), 'is a JPEG image, not HTML.'],
    ['gif.html', 'GIF89a', 'is a GIF image, not HTML.'],
    ['zeros.html', 'text\0text', 'contains binary data, not HTML.'],
    [
      'utf32.html',
      Buffer.from('fffe00003c000000', 'hex'),
      'is text in UTF-32, which browsers do not read; save it as UTF-8.',
    ],
  ])('rejects %s', async (name, content, end) => {
    const path = write(`two/${name}`, content);
    expect(await message(inspectFile(path))).toBe(`The file "${path}" ${end}`);
  });

  it('rejects a missing file, a folder, and a cycle of links', async () => {
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
});

function texts(refused: readonly SourceList['refused'][number][]) {
  return refused.map(({ message }) => englishText(message));
}

/** Returns paths below a folder, with slashes on every system. */
function below(folder: string, files: readonly { readonly path: string }[]): readonly string[] {
  return files.map(({ path }) => relative(at(folder), path).split(sep).join('/'));
}

describe.runIf(process.platform === 'linux')('a name that is not UTF-8', () => {
  const bytes = (...names: readonly string[]) =>
    Buffer.concat([Buffer.from(`${at('bytes')}/`), Buffer.from(names.join('/'), 'latin1')]);
  const end = 'cannot be opened: its name is not UTF-8. Rename it, for example with convmv.';

  it('is opened if no other file of the folder looks the same', async () => {
    write('bytes/ok.html', '<p>x');
    writeFileSync(bytes('caf\xe9.html'), '<p>x');
    const name = 'caf\ufffd.html';
    expect(await inspectFile(bytes('caf\xe9.html').toString())).toMatchObject({ name, size: 4 });
    const { files, refused } = await findSourceFiles(at('bytes'));
    expect(below('bytes', files)).toEqual([name, 'ok.html']);
    expect(refused).toEqual([]);
    rmSync(bytes('caf\xe9.html'));
  });

  it('is escaped in the reason why it was refused, alone and in a folder', async () => {
    write('bytes/ok.html', '<p>x');
    writeFileSync(bytes('caf\xe9.html'), '<p>x');
    writeFileSync(bytes('caf\xe8.html'), '<p>y');
    mkdirSync(bytes('d\xe9'));
    writeFileSync(bytes('d\xe9', '\xfc.html'), '<p>x');
    const first = readdirSync(at('bytes'), 'latin1').find((name) => name.startsWith('caf'));
    const byte = first === 'caf\xe9.html' ? 'E9' : 'E8';
    const file = `"${at('bytes')}/caf\\x${byte}.html" ${end}`;
    expect(await message(inspectFile(bytes('caf\xe9.html').toString()))).toBe(file);
    expect(await message(inspectFile(bytes('other\xe9.html').toString()))).toMatch(
      /does not exist/,
    );
    const { files, refused } = await findSourceFiles(at('bytes'));
    expect(below('bytes', files)).toEqual(['ok.html']);
    expect(texts(refused)).toEqual([file, file, String.raw`"${at('bytes')}/d\xE9" ${end}`]);
  });
});

describe('findSourceFiles', () => {
  it('reads folders in order and skips hidden and unsupported files', async () => {
    const accepted = ['index.html', 'page2.HTM', 'page10.html', 'q/index.xhtml', 'q/a.MHTML'];
    const others = ['q/b.mht', 'q/c.svg', 'r.txt'];
    for (const name of [...accepted, ...others, 'style.css', 'q/d.svgz', 'html']) {
      write(`tree/${name}`, /\.mht/i.test(name) ? 'Content-Type: text/html\n\n<p>x' : '<p>x');
    }
    for (const name of ['.git/a.html', '.cache/b.html', 'node_modules/c/d.html'])
      write(`tree/${name}`);
    const { files, refused } = await findSourceFiles(at('tree'));
    expect(below('tree', files)).toEqual([...accepted, ...others]);
    expect(refused).toEqual([]);
  });

  it('leaves out SVG files that only define fonts, and counts them', async () => {
    const font = '<font id="f" horiz-adv-x="9"><glyph unicode="a" d="M0 0h9"/></font>';
    const glyphs = font.replace('<glyph', `${'<glyph unicode="b"/>'.repeat(1000)}<glyph`);
    const fonts = {
      'plain.svg': `<svg xmlns="http://www.w3.org/2000/svg"><defs>${font}</defs></svg>`,
      'forge.SVG': `<?xml version="1.0"?>\n<!-- a <g> --><svg>\n<metadata>\nBy A\n</metadata>\n<defs >\n${glyphs}\n</defs></svg>\n`,
    };
    const images = {
      'circle.svg': '<svg><circle r="9"/></svg>',
      'drawn.svg': `<svg><defs>${font}</defs><text>a</text></svg>`,
      'drawn-first.svg': `<svg><text>a</text><defs>${font}</defs></svg>`,
      'page.svg': `<!DOCTYPE html><font size="1">a</font>`,
    };
    for (const [name, content] of Object.entries({ ...fonts, ...images }))
      write(`fonts/${name}`, content);
    const { files, refused, leftOut } = await findSourceFiles(at('fonts'));
    expect(below('fonts', files)).toEqual(Object.keys(images).sort());
    expect([refused, [...leftOut]]).toEqual([[], [['.svg', 2]]]);
    const alone = await listSources([at('fonts/plain.svg')]);
    expect(alone.files).toHaveLength(1);
  });

  it('follows links to files inside, and none to outside or to folders', async () => {
    const outside = write('outside/secret.html');
    const inside = write('linked/deep/real.html');
    symlinkSync(inside, at('linked/inside.html'));
    symlinkSync(outside, at('linked/outside.html'));
    symlinkSync(at('outside'), at('linked/folder'));
    symlinkSync(at('linked'), at('linked/deep/circle'));
    symlinkSync(at('nowhere.html'), at('linked/dangling.html'));
    const { files, leftOut } = await findSourceFiles(at('linked'));
    expect(below('linked', files)).toEqual(['deep/real.html', 'inside.html']);
    expect([...leftOut]).toEqual([['link', 1]]);
  });

  it('reads a folder that is itself a link', async () => {
    write('target/a.html');
    symlinkSync(at('target'), at('to-target'));
    const { files } = await findSourceFiles(at('to-target'));
    expect(files.map(({ path }) => path)).toEqual([at('to-target', 'a.html')]);
  });

  it('returns the valid files and reports the others', async () => {
    write('mixed/good.html');
    const invalid = write('mixed/bad.html', '%PDF-1.7');
    const { files, refused } = await findSourceFiles(at('mixed'));
    expect(files.map(({ name }) => name)).toEqual(['good.html']);
    expect(refused.map(({ path }) => path)).toEqual([invalid]);
    expect(texts(refused)).toEqual([`The file "${invalid}" is a PDF, not HTML.`]);
  });

  it('names the expected content of each kind of file', async () => {
    const invalid = {
      'a.txt': 'text\0text',
      'b.svg': Buffer.from('1f8b08', 'hex'),
      'c.mhtml': '',
      'd.mht': '<p>HTML',
    };
    for (const [name, content] of Object.entries(invalid)) write(`kinds/${name}`, content);
    write('kinds/good.txt', Buffer.from('\ufeffgood', 'utf16le'));
    const { files, refused } = await findSourceFiles(at('kinds'));
    expect(below('kinds', files)).toEqual(['good.txt']);
    expect(texts(refused)).toEqual([
      `The file "${at('kinds/a.txt')}" contains binary data, not text.`,
      `The file "${at('kinds/b.svg')}" is a gzip archive, not SVG.`,
      `The file "${at('kinds/c.mhtml')}" is empty; it contains no MHTML.`,
      `The file "${at('kinds/d.mht')}" is not a web archive: its header is missing; save the page again, or as HTML.`,
    ]);
  });

  it('stops after a number of entries, and reports where', async () => {
    for (const name of ['a.html', 'b.html', 'c/d.html', 'e.html']) write(`many/${name}`);
    const { files, refused } = await findSourceFiles(at('many'), { limit: 3 });
    expect(below('many', files)).toEqual(['a.html', 'b.html']);
    expect(refused.map(({ path }) => path)).toEqual([at('many')]);
    expect(texts(refused)).toEqual([
      `The folder "${at('many')}" contains more than 3 files and folders; everything from "${at('many/c/d.html')}" on was skipped. Add the folders in it one by one.`,
    ]);
  });

  it('reports how many files it has found so far', async () => {
    for (let n = 0; n < 100; n += 1) write(`counted/${n}.html`);
    const counts: number[] = [];
    let now = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => (now += 120));
    await findSourceFiles(at('counted'), { onProgress: (count) => counts.push(count) });
    vi.restoreAllMocks();
    expect(counts.length).toBeGreaterThan(5);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBeLessThanOrEqual(100);
  });

  it('rejects a folder without supported files', async () => {
    write('none/a.css');
    expect(await message(findSourceFiles(at('none')))).toBe(
      `The folder "${at('none')}" contains no file that can be converted (.html, .htm, .xhtml, .mhtml, .mht, .svg, .txt, .md, .markdown, .epub, or .docx).`,
    );
    mkdirSync(at('only-links'));
    symlinkSync(write('elsewhere/a.html'), at('only-links/a.html'));
    expect(await message(findSourceFiles(at('only-links')))).toBe(
      `The folder "${at('only-links')}" contains no file that can be converted, only links to files outside of it, which are not followed. Choose the folder that they lead to.`,
    );
    const invalid = write('only-bad/a.html', '');
    expect(await message(findSourceFiles(at('only-bad')))).toBe(
      `The folder "${at('only-bad')}" contains no file that can be read. The file "${invalid}" is empty; it contains no HTML.`,
    );
    expect(await message(findSourceFiles(at('nowhere')))).toBe(
      `"${at('nowhere')}" does not exist; check the path.`,
    );
  });
});

describe('listSources', () => {
  it('keeps the order of the paths and throws for an empty list', async () => {
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

  it('counts the files of folders that are left out, by their extension', async () => {
    for (const name of ['a.html', 'b.ZIP', 'c.zip', 'css/d.css', 'LICENSE', 'e.pdf'])
      write(`left/${name}`);
    for (const name of ['.hidden', '.git/x.zip', 'node_modules/x.js', '~$w.docx'])
      write(`left/${name}`);
    write('left-2/b.html');
    write('left-2/a.css');
    const { files, leftOut } = await listSources([at('left'), at('left-2')]);
    expect(files).toHaveLength(2);
    expect(leftOut).toEqual({ '.zip': 2, '.css': 2, '': 1, '.pdf': 1 });
    expect((await listSources([at('left/a.html')])).leftOut).toEqual({});
  });

  it('contains PDFs to merge, but none of a folder and no other file of that name', async () => {
    const pdf = write('list-pdf/part.pdf', '%PDF-1.7');
    const other = write('list-other.pdf', '<p>x');
    const page = write('list-pdf/page.html');
    const list = await listSources([pdf, other, at('list-pdf')]);
    expect(list.files.map(({ path }) => path)).toEqual([pdf, page]);
    expect(list.refused.map((each) => englishText(each.message))).toEqual([
      `"${other}" is damaged or not a PDF. Save it again in another application, then add it again.`,
    ]);
  });
});
