import { describe, expect, it } from 'vitest';
import {
  baseIssue,
  looksLikeHtml,
  sourceFromInput,
  sourceFromWire,
} from '../../../../electron/shared/request/source.js';
import { looksLikeUrl } from '../../../../electron/shared/request/url.js';

const empty = 'The source is empty; it must be HTML text or an http or https address.';
const refused = [
  ['', empty],
  [' \n', empty],
  [
    'ftp://example.org/a',
    'The source "ftp://example.org/a" is an ftp address, which cannot be opened; write an http or https address.',
  ],
  [
    'javascript:alert(1)',
    'The source "javascript:alert(1)" is a script, not a document; write an http or https address.',
  ],
  [
    ' JavaScript:alert("a b")',
    'The source "JavaScript:alert("a b")" is a script, not a document; write an http or https address.',
  ],
  [
    'data:text/html,<p>x',
    'The source "data:text/html,<p>x" is a data address; give the HTML that it holds as text.',
  ],
  [
    'mailto:a@example.org',
    'The source "mailto:a@example.org" has the scheme "mailto", which cannot be opened; write an http or https address.',
  ],
  [
    'http://',
    'The source "http://" cannot be read as an address; write one such as https://example.org/page.',
  ],
  [
    'https://exa mple.org',
    'The source "https://exa mple.org" holds a space; an address has none (write %20 for it).',
  ],
] as const;

describe('sourceFromWire', () => {
  it.each([
    '<p>x',
    'plain words',
    'Note: see http://example.org',
    '<a href="ftp://x">ftp</a>',
    ' <p>',
  ])('takes %j as HTML, as it is', (html) => {
    expect(sourceFromWire(html)).toEqual({ ok: true, value: { kind: 'html', html } });
  });

  it.each(['http://example.org', ' HTTPS://example.org/a?b#c '])(
    'takes %j as an address',
    (text) => {
      expect(sourceFromWire(text)).toEqual({ ok: true, value: { kind: 'url', url: text.trim() } });
    },
  );

  it.each([
    ...refused,
    [
      'file:///etc/passwd',
      'The source "file:///etc/passwd" is a file on a disk, which a request cannot name; send the HTML itself or an http or https address.',
    ],
  ] as const)('refuses %j in a sentence', (text, message) => {
    expect(sourceFromWire(text)).toEqual({ ok: false, message });
  });
});

describe('sourceFromPerson', () => {
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
    ...refused,
    [
      'file:///home/a.html',
      'The source "file:///home/a.html" is the address of a file on this computer; give the file itself, by its path.',
    ],
  ] as const)('refuses %j in a sentence', (text, message) => {
    expect(sourceFromInput(text)).toEqual({ ok: false, message });
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
  ])('takes %j for HTML', (text) => {
    expect(looksLikeHtml(text)).toBe(true);
  });

  it.each(['1 < 2', 'https://example.org', 'a <- b', '', '<>'])(
    'does not take %j for HTML',
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
  ])('takes %j for an address', (text) => {
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
  ])('does not take %j for an address', (text) => {
    expect(looksLikeUrl(text)).toBe(false);
  });
});

describe('baseMistake', () => {
  it.each(['https://example.org/docs/', '/srv/docs', 'C:\\docs', '\\\\server\\docs'])(
    'takes %s',
    (base) => {
      expect(baseIssue(base)).toBeNull();
    },
  );

  it.each([
    ['', 'The base is empty; write a folder or an http or https address, or leave it out.'],
    [
      'docs',
      'The base "docs" is neither an http or https address nor the full path of a folder; write one of them.',
    ],
    [
      'http://',
      'The base "http://" cannot be read as an address; write one such as https://example.org/page.',
    ],
  ])('refuses %j in a sentence', (base, message) => {
    expect(baseIssue(base)).toBe(message);
  });
});
