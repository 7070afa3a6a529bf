import { describe, expect, it } from 'vitest';
import {
  baseIssue,
  looksLikeHtml,
  sourceFromInput,
  sourceFromWire,
} from '../../../../electron/shared/request/source.js';
import { sourceEndings } from '../../../../electron/main/engine/sources/source-kinds.js';
import { looksLikeUrl } from '../../../../electron/shared/request/url.js';
import { issueOf, textOf } from './support.js';

const empty = 'Source is empty. Enter HTML text or an http or https URL.';
const rejected = [
  ['', empty],
  [' \n', empty],
  [
    'ftp://example.org/a',
    'Source "ftp://example.org/a" is an ftp URL, which is not supported. Enter an http or https URL.',
  ],
  [
    'javascript:alert(1)',
    'Source "javascript:alert(1)" is a script, not a document. Enter an http or https URL.',
  ],
  [
    ' JavaScript:alert("a b")',
    'Source "JavaScript:alert("a b")" is a script, not a document. Enter an http or https URL.',
  ],
  [
    'data:text/html,<p>x',
    'Source "data:text/html,<p>x" is a data URL. Enter the HTML in it as text.',
  ],
  [
    'mailto:a@example.org',
    'Source "mailto:a@example.org" has the unsupported scheme "mailto". Enter an http or https URL.',
  ],
  ['http://', 'Source "http://" is not a valid URL. Enter a URL such as https://example.org/page.'],
  [
    'https://exa mple.org',
    'Source "https://exa mple.org" contains a space. Remove it, or write %20 in a path.',
  ],
] as const;

describe('sourceFromWire', () => {
  it.each([
    '<p>x',
    'plain words',
    'Note: see http://example.org',
    '<a href="ftp://x">ftp</a>',
    ' <p>',
  ])('accepts %j as HTML, unchanged', (html) => {
    expect(sourceFromWire(html)).toEqual({ ok: true, value: { kind: 'html', html } });
  });

  it.each(['http://example.org', ' HTTPS://example.org/a?b#c '])('accepts %j as a URL', (text) => {
    expect(sourceFromWire(text)).toEqual({ ok: true, value: { kind: 'url', url: text.trim() } });
  });

  it.each([
    ...rejected,
    [
      'file:///etc/passwd',
      'Source "file:///etc/passwd" is a local file, which a request cannot refer to. Send the HTML itself or an http or https URL.',
    ],
  ] as const)('rejects %j', (text, message) => {
    expect(issueOf(sourceFromWire(text))).toBe(message);
  });
});

describe('sourceFromInput', () => {
  it.each([
    ['https://example.org/a', 'https://example.org/a'],
    [' example.org/a ', 'https://example.org/a'],
    ['//example.org', 'https://example.org'],
    ['localhost', 'http://localhost'],
    ['localhost:3000/a', 'http://localhost:3000/a'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['[::1]:8080/x', 'http://[::1]:8080/x'],
    ['example.org:8443', 'https://example.org:8443'],
    ['intranet/page', 'https://intranet/page'],
  ])('reads %j as %s', (text, url) => {
    expect(sourceFromInput(text)).toEqual({ ok: true, value: { kind: 'url', url } });
  });

  it.each([
    ...rejected,
    [
      'file:///home/a.html',
      'Source "file:///home/a.html" is a file URL. Use the path of the file instead.',
    ],
    [
      '/home/a.html',
      'Source "/home/a.html" is not a valid URL. Enter a URL such as https://example.org/page.',
    ],
  ] as const)('rejects %j', (text, message) => {
    expect(issueOf(sourceFromInput(text))).toBe(message);
  });
});

describe('pasted text', () => {
  it.each([
    '<p>x',
    'a <b>word</b>',
    '<!doctype html>',
    '<!-- x -->',
    '<br/>',
    '<svg viewBox="0 0 1 1">',
  ])('accepts %j as HTML', (text) => {
    expect(looksLikeHtml(text)).toBe(true);
  });

  it.each(['1 < 2', 'https://example.org', 'a <- b', '', '<>'])(
    'does not accept %j as HTML',
    (text) => {
      expect(looksLikeHtml(text)).toBe(false);
    },
  );

  it.each([
    'https://example.org',
    'example.org',
    'www.example.org/a?b',
    'localhost:3000',
    '10.0.0.1',
    'example.org/a.html',
  ])('accepts %j as a URL', (text) => {
    expect(looksLikeUrl(text)).toBe(true);
  });

  it.each([
    '',
    'word',
    'page.html',
    'two words.org',
    'a@example.org',
    '<p>',
    '../x.org',
    'http://',
    '1.5',
    ...sourceEndings.map((ending) => `page${ending}`),
  ])('does not accept %j as a URL', (text) => {
    expect(looksLikeUrl(text)).toBe(false);
  });
});

describe('baseIssue', () => {
  it.each(['https://example.org/docs/', '/srv/docs', 'C:\\docs', '\\\\server\\docs'])(
    'accepts %s',
    (base) => {
      expect(baseIssue(base)).toBeNull();
    },
  );

  it.each([
    ['', 'Base URL is empty. Enter a folder or an http or https URL, or leave it out.'],
    ['docs', 'Base URL "docs" is neither an http or https URL nor the full path of a folder.'],
    [
      'http://',
      'Base URL "http://" is not a valid URL. Enter a URL such as https://example.org/page.',
    ],
  ])('rejects %j', (base, message) => {
    expect(textOf(baseIssue(base))).toBe(message);
  });
});
