import { describe, expect, it } from 'vitest';
import {
  localAddress,
  localPath,
  localRoot,
  schemelessAddress,
  displayUrl,
} from '../../../../../electron/main/engine/addresses/page-address.js';

describe('a URL that is shown to the user', () => {
  it('is the path of a file, also with a space', () => {
    const root = localRoot('a1');
    expect(displayUrl(localAddress('/in/my page.css', root), root)).toBe('/in/my page.css');
  });

  it('is unchanged for a page from the network', () => {
    const address = 'https://fonts.example.org/a%20b.woff2';
    expect(displayUrl(address, localRoot('a1'))).toBe(address);
  });
});

describe('the path of a local URL', () => {
  const root = localRoot('a1');

  it('keeps a percent sign that is not an escape', () => {
    expect(localPath(`${root}/in/100%.png`, root)).toBe('/in/100%.png');
    expect(localPath(`${root}/in/%zz`, root)).toBe('/in/%zz');
  });

  it.each(['%ff', '%c3%28', '%2f', '%00'])('does not exist if the URL contains %s', (part) => {
    expect(localPath(`${root}/in/${part}`, root)).toBeNull();
  });
});

describe('a scheme-relative URL in a local page', () => {
  it.each([
    ['platen-page://cdn.example/a.css?b#c', 'https://cdn.example/a.css?b#c'],
    ['platen-page://a%20b/', 'https://a%20b/'],
    ['platen-page://a1.pages.local/in/a.css', null],
    ['platen-page:///in/a.css', null],
    ['http://cdn.example/a.css', null],
  ])('%s resolves to %s', (address, expected) => {
    expect(schemelessAddress(address)).toBe(expected);
  });
});
