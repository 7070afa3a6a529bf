import { describe, expect, it } from 'vitest';
import { rewriteLocalLinks } from '../../../../../electron/main/engine/pdf/pdf-file.js';

describe('rewriteLocalLinks', () => {
  it.each([
    [
      '/URI (platen-page://a.pages.local/a/b.html)>>',
      '/URI (file:///a/b.html)                    >>',
    ],
    [
      '/URI (platen-page://a.pages.local/a\\(1\\).html)>>',
      '/URI (file:///a\\(1\\).html)                    >>',
    ],
    ['/URI (https://example.org/)>>', '/URI (https://example.org/)>>'],
    ['/URI (platen-page://example.org/a\\(1\\))>>', '/URI (https://example.org/a\\(1\\))      >>'],
    ['/URI (platen-page://b.pages.local/a)>>', '/URI (platen-page://b.pages.local/a)>>'],
    ['/URI (platen-page://a.pages.local/cut', '/URI (platen-page://a.pages.local/cut'],
  ])('%s becomes %s', (written, expected) => {
    const bytes = Buffer.from(`x ${written} x ${written}`);
    expect(rewriteLocalLinks(bytes, 'platen-page://a.pages.local').toString()).toBe(
      `x ${expected} x ${expected}`,
    );
  });
});
