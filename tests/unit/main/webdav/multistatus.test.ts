import { describe, expect, it } from 'vitest';
import { foldersIn } from '../../../../electron/main/webdav/multistatus.js';

const folder = 'https://cloud.example.org/dav/me%20%C3%BC/';

/** A response about a folder, as Apache writes it. */
function collection(href: string): string {
  return (
    `<D:response xmlns:lp1="DAV:"><D:href>${href}</D:href><D:propstat><D:prop>` +
    '<lp1:resourcetype><D:collection/></lp1:resourcetype></D:prop>' +
    '<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>'
  );
}

function multistatus(...responses: readonly string[]): string {
  const start = '<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:">\n';
  return `${start}${responses.join('\n')}\n</D:multistatus>\n`;
}

describe('foldersIn', () => {
  it.each([
    ['a folder', '/dav/me%20%C3%BC/reports/', ['reports']],
    ['a folder without a slash at its end', '/dav/me%20%C3%BC/reports', ['reports']],
    ['a whole URL', `${folder}reports/`, ['reports']],
    ['a name with any characters', '/dav/me%20%C3%BC/%C3%A4%201%25%20%23%3F/', ['ä 1% #?']],
    ['entities of XML', '/dav/me%20%C3%BC/a&amp;b&#x20;c/', ['a&b c']],
    ['CDATA', '<![CDATA[/dav/me%20%C3%BC/a&b/]]>', ['a&b']],
    ['spaces around the URL', '\n /dav/me%20%C3%BC/reports/ \n', ['reports']],
    ['another encoding of the folder', '/dav/me%20ü/r%65ports/', ['reports']],
    ['the folder itself', '/dav/me%20%C3%BC/', []],
    ['the folder above', '/dav/', []],
    ['a folder further below', '/dav/me%20%C3%BC/reports/2026/', []],
    ['a folder beside it', '/dav/you/reports/', []],
    ['a folder outside, by dots', '/dav/me%20%C3%BC/../you/', []],
    ['a folder on another host', 'https://evil.example.org/dav/me%20%C3%BC/reports/', []],
    ['a folder on another port', 'https://cloud.example.org:444/dav/me%20%C3%BC/reports/', []],
    ['bytes that are not UTF-8', '/dav/me%20%C3%BC/%FF/', []],
    ['no URL', 'https://', []],
  ])('reads %s', (_what, href, expected) => {
    expect(foldersIn(multistatus(collection(folder), collection(href)), folder)).toEqual(expected);
  });

  it('ignores files, also after tags that close themselves', () => {
    const file =
      '<D:response><D:href>/dav/me%20%C3%BC/a.pdf</D:href><D:propstat><D:prop>' +
      '<D:resourcetype/></D:prop></D:propstat></D:response>';
    const xml = multistatus(file, collection('/dav/me%20%C3%BC/reports/'), file);
    expect(foldersIn(xml, folder)).toEqual(['reports']);
  });

  it('reads any prefix, and none', () => {
    const response = (prefix: string) =>
      collection('/dav/me%20%C3%BC/reports/').replaceAll(/(<\/?)\w+:/g, `$1${prefix}`);
    for (const prefix of ['', 'd:', 'ns0:']) {
      expect(foldersIn(`<x>${response(prefix)}</x>`, folder)).toEqual(['reports']);
    }
  });

  it("expands no entity of a document type, and reads anything that isn't XML", () => {
    const type = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]>';
    expect(foldersIn(`${type}${collection('/dav/me%20%C3%BC/&e;/')}`, folder)).toEqual(['&e;']);
    expect(foldersIn('<html>Log in', folder)).toEqual([]);
    expect(foldersIn('', folder)).toEqual([]);
  });
});
