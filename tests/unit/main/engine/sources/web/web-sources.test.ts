import { describe, expect, it } from 'vitest';
import { linksIn } from '../../../../../../electron/main/engine/sources/web/crawl.js';
import { robotRules } from '../../../../../../electron/main/engine/sources/web/robots.js';
import { parseSitemap } from '../../../../../../electron/main/engine/sources/web/sitemap.js';

describe('robotRules', () => {
  const text = `
User-agent: *
Disallow: /

User-agent: other
User-agent: Platen   # both
Crawl-delay: 3
Disallow: /private
Allow: /private/open
Disallow: /*.php$
Disallow: /a*b*c
Disallow:
`;

  it.each([
    ['/', true],
    ['/private', false],
    ['/private/a.html', false],
    ['/private/open/a.html', true],
    ['/x/y.php', false],
    ['/x/y.php?a=1', true],
    ['/a-b-c-d', false],
    ['/a-c-b', true],
  ])('for %s are those of the own group', (path, isAllowed) => {
    expect(robotRules(text, 'platen')(path)).toBe(isAllowed);
  });

  it.each([
    ['', '/a', true],
    ['User-agent: *\nDisallow: /a', '/a', false],
    ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
    ['User-agent: others\nDisallow: /', '/a', true],
    ['User-agent: *\nDisallow: *', '/a', false],
    ['User-agent: *\nDisallow: /$', '/a', true],
    ['User-agent: *\nDisallow: /ä', '/%C3%A4.html', false],
    ['User-agent: *\nDisallow: /%c3%a4', '/%C3%A4.html', false],
    ['User-agent: *\nDisallow: /%61', '/a', false],
    ['User-agent: *\nDisallow: /a%2fb', '/a/b', true],
  ])('in %j', (rules, path, isAllowed) => {
    expect(robotRules(rules, 'platen')(path)).toBe(isAllowed);
  });
});

describe('parseSitemap', () => {
  it('returns pages in their order, without those of images', () => {
    const text = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <url><loc> https://a.example/?a=1&amp;b=2 </loc><image:loc>https://a.example/i.png</image:loc></url>
      <url><loc><![CDATA[https://a.example/c?x&y]]></loc></url>
      <url><loc>ftp://a.example/</loc></url></urlset>`;
    const pages = ['https://a.example/?a=1&b=2', 'https://a.example/c?x&y'];
    expect(parseSitemap(text)).toEqual({ pages, sitemaps: [], invalid: 1 });
  });

  it.each([
    [
      '<loc>https://a.example/?p=1&#038;l=de&#x26;q=&lt;&foo;</loc>',
      ['https://a.example/?p=1&l=de&q=<&foo;'],
    ],
    [
      '<!-- <loc>https://a.example/old</loc> --><loc>https://a.example/</loc>',
      ['https://a.example/'],
    ],
    ['<loc\n>https://a.example/</loc ><!-- <loc>https://a.example/</loc>', ['https://a.example/']],
    ['', []],
  ])('reads %s as XML', (entries, pages) => {
    const parsed = { pages, sitemaps: [], invalid: 0 };
    expect(parseSitemap(`<urlset>${entries}</urlset>`)).toEqual(parsed);
    const prefixed = entries.replaceAll('loc', 's:loc');
    expect(parseSitemap(`<s:urlset xmlns:s="x">${prefixed}</s:urlset>`)).toEqual(parsed);
  });

  it('counts what is not an http or https URL', () => {
    const text =
      '<urlset><loc></loc><loc>/a</loc><loc>http://[</loc><loc>https://b/</loc></urlset>';
    expect(parseSitemap(text)).toEqual({ pages: ['https://b/'], sitemaps: [], invalid: 3 });
    expect(parseSitemap('<urlset/>')).toEqual({ pages: [], sitemaps: [], invalid: 0 });
  });

  it('returns the sitemaps of an index', () => {
    const text = `<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>`;
    expect(parseSitemap(text)).toEqual({
      pages: [],
      sitemaps: ['https://a.example/1.xml'],
      invalid: 0,
    });
  });

  it.each(['', '<html><loc>https://a.example/</loc>', 'https://a.example/'])(
    'is null for %j',
    (text) => expect(parseSitemap(text)).toBeNull(),
  );
});

describe('linksIn', () => {
  it('returns links in their order, by the base of the page', () => {
    const html = `<base href="/docs/"><a href="a.html#x">a</a><a>none</a><map><area href="../b"></map>
      <a href="mailto:me@a.example">mail</a><a href="http://[">broken</a><link href="style.css">`;
    const links = [...linksIn(html, 'https://a.example/index.html')].map(({ href }) => href);
    expect(links).toEqual(['https://a.example/docs/a.html', 'https://a.example/b']);
  });

  it('returns the links of the navigation last', () => {
    const html = `<div role="navigation"><ul><li><a href="index">Index</a> <a href="1">next</a></ul></div>
      <header><a href="home">Home</a></header><main><ol><li><a href="1">One</a><li><a href="2">Two</a></ol></main>
      <nav><a href="3">Three</a></nav>`;
    const links = [...linksIn(html, 'https://a.example/')].map(({ pathname }) => pathname);
    expect(links).toEqual(['/1', '/2', '/index', '/1', '/home', '/3']);
  });
});
