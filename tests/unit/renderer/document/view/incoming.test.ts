import { describe, expect, it } from 'vitest';
import { dropHint, draggedAddresses } from '../../../../../renderer/document/view/incoming.js';
import { recognizePasted } from '../../../../../renderer/document/form/sources.js';

describe('recognizePasted', () => {
  it.each([
    [' https://example.org/a?b=1 \n', 'https://example.org/a?b=1'],
    ['example.org/page', 'example.org/page'],
    ['localhost:8080', 'localhost:8080'],
  ])('recognizes %j as a URL', (plain, url) => {
    expect(recognizePasted(plain, '')).toEqual({ kind: 'url', url });
  });

  it('recognizes a list of URLs', () => {
    expect(recognizePasted('example.org/a\n\nhttps://example.org/b\n', '')).toEqual({
      kind: 'urls',
      urls: ['example.org/a', 'https://example.org/b'],
    });
    expect(recognizePasted('example.org/a\nand a sentence', '')).toEqual({ kind: 'unknown' });
  });

  it('recognizes markup as HTML, unchanged', () => {
    const html = '\n<!doctype html><title>A</title>';
    expect(recognizePasted(html, '<p>the rich form of the editor</p>')).toEqual({
      kind: 'html',
      html,
    });
  });

  it('uses the rich text for plain words', () => {
    expect(recognizePasted('A copied passage', '<p>A <b>copied</b> passage</p>')).toEqual({
      kind: 'html',
      html: '<p>A <b>copied</b> passage</p>',
    });
  });

  it.each([
    ['/home/me/a page.html\n', ['/home/me/a page.html']],
    ['"C:\\pages\\a.html"', ['C:\\pages\\a.html']],
    ['\\\\server\\share\\a.html', ['\\\\server\\share\\a.html']],
    ['file:///home/me/a%20page.html', ['/home/me/a page.html']],
    ['file:///C:/pages/a.html', ['C:/pages/a.html']],
    ['file://server/share/a.html', ['\\\\server\\share\\a.html']],
    ['/a.html\n/b.md', ['/a.html', '/b.md']],
  ])('recognizes %j as paths', (plain, paths) => {
    expect(recognizePasted(plain, '')).toEqual({ kind: 'paths', paths });
  });

  it.each(['', 'a plain sentence', 'two words', '/a.html\nand words', '//example'])(
    'does not guess at %j',
    (plain) => {
      expect(recognizePasted(plain, '')).toEqual({ kind: 'unknown' });
    },
  );
});

describe('dropHint', () => {
  const html = 'text/html';
  it.each([
    [[html], false, 'Add 1 file'],
    [[html, html, html], false, 'Add 3 files'],
    [[''], false, 'Add file or folder'],
    [[html, ''], false, 'Add 2 files or folders'],
    [
      [html, 'image/svg+xml', 'application/pdf', 'image/png', 'application/gzip'],
      false,
      'Add 3 of 5 files',
    ],
    [['video/mp4'], false, "This file can't be converted"],
    [
      ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
      false,
      'Add 1 file',
    ],
    [['application/vnd.ms-excel'], false, "This file can't be converted"],
    [[], true, 'Open URL'],
    [[html], true, 'Add 1 file'],
    [[], false, null],
  ])('says for files %j, URL %j: %j', (fileTypes, hasAddress, text) => {
    expect(dropHint({ fileTypes, hasAddress })).toBe(text);
  });
});

it('reads the URLs of a drag without comments', () => {
  expect(draggedAddresses('# a title\r\nhttps://example.org/a\r\nhttps://example.org/b\r\n')).toBe(
    'https://example.org/a\nhttps://example.org/b',
  );
});
