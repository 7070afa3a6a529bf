import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishText } from '../../../electron/shared/messages/translator.js';
import { readPdf } from '../../support/read-pdf.js';
import { convert } from '../support/convert.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, startWebServer } from '../support/web-server.js';

let folder: TemporaryFolder;
let server: WebServer;
let requests = 0;

beforeAll(async () => {
  folder = temporaryFolder();
  server = await startWebServer({
    '/missing.png': (response) => {
      requests += 1;
      response.end();
    },
  });
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

async function convertPage(name: string, text: string) {
  const path = join(folder.path, name);
  writeFileSync(path, text);
  const { bytes, preflight, title } = await convert({ source: { kind: 'file', path } });
  const { text: shown } = await readPdf(bytes);
  return { shown, title, findings: preflight.map(({ message }) => englishText(message)) };
}

describe('an archive', () => {
  it('shows its shadow roots, and does not fetch what it lacks', async () => {
    const html =
      '<p>light<div><template shadowmode="open"><p>in the shadow</p><slot></slot></template>slotted</div>' +
      `<img src="${server.origin}/missing.png">`;
    const { shown, findings } = await convertPage(
      'archive.mhtml',
      'MIME-Version: 1.0\nContent-Type: multipart/related; boundary="B"\n\n' +
        `--B\nContent-Type: text/html\nContent-Location: ${server.origin}/page\n\n${html}\n--B--\n`,
    );
    expect(shown).toMatch(/light\s+in the shadow\s+slotted/);
    expect(findings).toEqual([
      `${server.origin}/missing.png was not loaded: it is not in the archive.`,
    ]);
    expect(requests).toBe(0);
  });
});

describe('a page', () => {
  it('has no scroll bars, in boxes and in frames', async () => {
    folder.with({});
    const box =
      '<div id=b style="width:200px;height:50px;overflow:scroll"><p style="height:999px">x</div>';
    const { title } = await convertPage(
      'boxes.html',
      `${box}<iframe id=f srcdoc='<p style="height:999px">x' style="width:200px;border:0"></iframe>` +
        '<script>onload = () => (document.title = [b.clientWidth, f.contentDocument.documentElement.clientWidth].join())</script>',
    );
    expect(title).toBe('200,200');
  });

  it('shows lazy frames far below', async () => {
    writeFileSync(join(folder.path, 'frame.html'), '<p>in the frame');
    const { shown } = await convertPage(
      'lazy.html',
      '<p>top<div style="height:30000px"></div><iframe loading=lazy src=frame.html></iframe>',
    );
    expect(shown).toContain('in the frame');
  });

  it.skipIf(process.platform === 'win32')('may have a backslash in its name', async () => {
    expect((await convertPage('a\\b.html', '<p>backslash')).shown).toContain('backslash');
  });

  it('is shown without internal URLs', async () => {
    const { findings } = await convertPage(
      'errors.html',
      '<script>console.error(location.href); open("other.html"); throw Error(document.baseURI)</script>',
    );
    expect(findings).toHaveLength(3);
    for (const finding of findings) expect(finding).toMatch(/file:\/\/\/.*(errors|other)\.html/);
    expect(findings.join()).not.toContain('pages.local');
  });
});
