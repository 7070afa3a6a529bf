import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { message } from '../../../../../electron/shared/messages/message.js';
import { englishText } from '../../../../../electron/shared/messages/translator.js';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type LocalFailure,
  serveLocalFiles,
} from '../../../../../electron/main/engine/access/local-files.js';
import { localAddress as addressOn } from '../../../../../electron/main/engine/addresses/page-address.js';

const root = 'platen-page://test.pages.local';
const localAddress = (path: string) => addressOn(path, root);

let top = '';
let folder = '';
const refusals: string[] = [];

beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'platen-files-'));
  folder = join(top, 'site');
  mkdirSync(join(folder, 'img'), { recursive: true });
  writeFileSync(join(top, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'page.html'), '<p>page');
  writeFileSync(join(folder, 'img', 'a b.svg'), '<svg/>');
  symlinkSync(join(top, 'secret.txt'), join(folder, 'out.txt'));
  symlinkSync(join(folder, 'page.html'), join(folder, 'inside.html'));
  symlinkSync(join(top, 'secret.txt'), join(folder, 'named.html'));
});
afterAll(() => rmSync(top, { recursive: true }));

const offered: (string | undefined)[] = [];

async function ask(
  address: string,
  serving: string | null = folder,
  allowedFolders: readonly string[] = [],
): Promise<Response> {
  refusals.length = 0;
  offered.length = 0;
  const main = join(folder, 'named.html');
  const onFailure = ({ resource, reason, folder: own }: LocalFailure) => {
    refusals.push(englishText(message('access.notLoaded', { resource, reason })));
    offered.push(own);
  };
  return serveLocalFiles({
    root,
    document: null,
    folder: serving,
    allowedFolders,
    main,
    onFailure,
  })(new Request(address));
}

describe('serveLocalFiles', () => {
  it.each([
    ['page.html', 'text/html', '<p>page'],
    ['img/a%20b.svg', 'image/svg+xml', '<svg/>'],
    ['inside.html', 'text/html', '<p>page'],
    ['page.html#part', 'text/html', '<p>page'],
    ['page.html?version=2', 'text/html', '<p>page'],
    ['named.html', 'text/html', 'secret'],
  ])('serves %s', async (name, type, content) => {
    const response = await ask(`${localAddress(folder)}/${name}`);
    expect(response.headers.get('content-type')).toBe(type);
    expect(await response.text()).toBe(content);
    expect(refusals).toEqual([]);
  });

  it.each([
    ['a file above the folder', '../secret.txt'],
    ['an encoded path to the parent', '%2e%2e/secret.txt'],
    ['an encoded slash', '..%2fsecret.txt'],
    ['a symbolic link to a file outside', 'out.txt'],
    ['a missing file', 'missing.css'],
    ['a folder', 'img'],
    ['a NUL byte', 'page.html%00.png'],
  ])('refuses %s', async (_what, name) => {
    const response = await ask(`${localAddress(folder)}/${name}`);
    expect(response.type).toBe('error');
    expect(refusals).toHaveLength(1);
  });

  it.each([
    'platen-page://local/etc/passwd',
    'platen-page://server/share/page.html',
    'file:///etc/passwd',
  ])('refuses %s', async (address) => {
    expect((await ask(address)).type).toBe('error');
  });

  it('refuses a folder whose name only has the same prefix', async () => {
    mkdirSync(`${folder}-other`, { recursive: true });
    writeFileSync(join(`${folder}-other`, 'x.html'), 'x');
    expect((await ask(`${localAddress(folder)}-other/x.html`)).type).toBe('error');
  });

  it('serves no file without a folder', async () => {
    expect((await ask(`${localAddress(folder)}/page.html`, null)).type).toBe('error');
    expect(refusals[0]).toContain('the page may not read local files');
  });

  describe('with allowed folders', () => {
    let style = '';
    beforeAll(() => {
      style = join(top, 'style');
      mkdirSync(join(style, 'css'), { recursive: true });
      mkdirSync(join(top, 'style-other'), { recursive: true });
      mkdirSync(join(top, '.hidden'), { recursive: true });
      writeFileSync(join(style, 'css', 'a.css'), 'a{}');
      writeFileSync(join(top, 'style-other', 'b.css'), 'b{}');
      writeFileSync(join(top, '.hidden', 'key'), 'key');
      symlinkSync(join(style, 'css'), join(folder, 'linked'));
      symlinkSync(style, join(top, 'link-to-style'));
      symlinkSync(join(top, 'secret.txt'), join(style, 'secret.txt'));
    });

    it.each([
      ['a file above', '../style/css/a.css'],
      ['a file behind a link', 'linked/a.css'],
    ])('names the folder of %s', async (_what, name) => {
      expect((await ask(`${localAddress(folder)}/${name}`)).type).toBe('error');
      expect(offered).toEqual([realpathSync(join(style, 'css'))]);
    });

    it.each([
      ['a file in the root', '/vmlinuz-of-a-test'],
      ['a missing file', '../style/missing.css'],
      ['a folder', '../style'],
      ['a hidden folder', '../.hidden/key'],
      ['a file of the system without one above', '/etc'],
    ])('names no folder for %s', async (_what, name) => {
      await ask(name.startsWith('/') ? localAddress(name) : `${localAddress(folder)}/${name}`);
      expect(offered).toEqual([undefined]);
    });

    it.each([
      ['../style/css/a.css', 'style'],
      ['linked/a.css', 'style'],
      ['linked/a.css', 'link-to-style'],
      ['../link-to-style/css/a.css', 'style/css'],
    ])('serves %s from %s', async (name, allowed) => {
      const response = await ask(`${localAddress(folder)}/${name}`, folder, [join(top, allowed)]);
      expect(await response.text()).toBe('a{}');
    });

    it.each([
      ['a folder whose name begins alike', '../style-other/b.css'],
      ['a link that leads out of it', '../style/secret.txt'],
      ['a file above it', '../secret.txt'],
      ['an encoded way up', '../style/..%2fsecret.txt'],
    ])('refuses %s', async (_what, name) => {
      const response = await ask(`${localAddress(folder)}/${name}`, folder, [style]);
      expect(response.type).toBe('error');
      expect(refusals).toHaveLength(1);
    });

    it('reports a missing file', async () => {
      await ask(`${localAddress(folder)}/../style/missing.css`, folder, [style]);
      expect(refusals[0]).toContain('there is no such file');
    });

    it('serves a text without a folder of its own', async () => {
      const response = await ask(localAddress(join(style, 'css', 'a.css')), null, [style]);
      expect(await response.text()).toBe('a{}');
    });
  });

  it('serves HTML at its own URL', async () => {
    const address = localAddress(join(folder, 'text.html'));
    const serve = serveLocalFiles({
      root,
      folder: null,
      allowedFolders: [],
      document: { address, html: '<p>ä' },
      onFailure: () => undefined,
    });
    const response = await serve(new Request(address));
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toBe('<p>ä');
  });
});
