import { describe, expect, it } from 'vitest';
import {
  removeUnsafeLinks,
  rewriteLocalLinks,
} from '../../../../../electron/main/engine/pdf/pdf-file.js';

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

describe('removeUnsafeLinks', () => {
  const annotation = (address: string) =>
    `<</Type /Annot /Rect [1 2 3 4] /A <</Type /Action /S /URI /URI (${address})>> /F 4>>`;

  it('removes their actions and moves nothing', () => {
    const unsafe = [
      'javascript:alert\\(1\\)',
      'vbscript:x',
      'data:text/html,x',
      'smb://a/b',
      'platen:x',
    ];
    const written = ['https://example.org/javascript:', ...unsafe, 'mailto:a@example.org'];
    const bytes = Buffer.from(written.map(annotation).join(' '));
    const { length } = bytes;
    const [, ...others] = unsafe;
    expect(removeUnsafeLinks(bytes)).toEqual(['javascript:alert(1)', ...others]);
    expect(bytes).toHaveLength(length);
    const left = [...bytes.toString().matchAll(/\/URI \((.*?)\)>>/g)].map(([, address]) => address);
    expect(left).toEqual([written[0], written.at(-1)]);
    expect(bytes.toString().match(/\/Rect \[1 2 3 4\] +\/F 4>>/g)).toHaveLength(unsafe.length);
  });
});
