import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { publicFindings } from '../../../../electron/shared/request/preflight.js';
import { testPdf } from '../../../support/services/test-pdf.js';
import { convert } from '../../support/convert.js';
import { isInsideElectron } from '../../support/inside-electron.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { page, startWebServer } from '../../support/web-server.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const pdf = testPdf({ pages: 1, title: 'Inner' });

async function findingsOfFile(html: string) {
  const root = folder.with({ 'page.html': html, 'inner.pdf': pdf });
  const source = { kind: 'file', path: join(root, 'page.html') } as const;
  const { preflight } = await convert({ source });
  return { root, findings: publicFindings(preflight) };
}

/** Converts a page whose server sends a PDF at `/report`. */
async function findingsOfUrl(html: string) {
  const server = await startWebServer({
    '/': page(html),
    '/report': (response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf),
  });
  const { preflight } = await convert({ source: { kind: 'url', url: `${server.origin}/` } });
  await server.close();
  return { origin: server.origin, findings: publicFindings(preflight) };
}

function unprinted(resource: string) {
  const message = `${resource} was not printed: a page can't show PDFs. To include it, merge it with the page.`;
  return { kind: 'resources', message };
}

describe('a PDF that a page embeds', () => {
  it.each([
    ['in a frame', '<iframe src="inner.pdf#page=2"></iframe>'],
    ['as an embed', '<embed src="inner.pdf">'],
    ['as an object', '<object data="inner.pdf" type="application/pdf"></object>'],
    ['in a shadow tree', '<p><template shadowrootmode=open><embed src="inner.pdf"></template>'],
  ])('%s is reported', async (_which, html) => {
    const { root, findings } = await findingsOfFile(html);
    expect(findings).toEqual([unprinted(join(root, 'inner.pdf'))]);
  });

  it.each([
    ['hidden', '<embed src="inner.pdf" style="display: none">'],
    ['replaced by a link', '<object data="inner.pdf"><a href="inner.pdf">The PDF</a></object>'],
  ])('is not reported if it is %s', async (_which, html) => {
    expect((await findingsOfFile(html)).findings).toEqual([]);
  });

  it.each([
    ['in a frame', '<iframe src="/report"></iframe>'],
    ['as an embed', '<embed src="/report">'],
    ['as an object', '<object data="/report"></object>'],
  ])('%s is reported by its URL, whatever its name', async (_which, html) => {
    const { origin, findings } = await findingsOfUrl(html);
    expect(findings).toEqual([unprinted(`${origin}/report`)]);
  });

  // Over DevTools, the request of an object looks like that of a frame.
  it.skipIf(!isInsideElectron)('is not reported if other content replaces it', async () => {
    const { findings } = await findingsOfUrl('<object data="/report">Other content</object>');
    expect(findings).toEqual([]);
  });
});

it.each([
  ['a script', '<p>Here</p><script>location.href = "inner.pdf"</script>'],
  ['a refresh', '<meta http-equiv="refresh" content="0; url=inner.pdf"><p>Here</p>'],
])(
  'a local page that leads to a PDF by %s is printed, and the PDF is reported',
  async (_by, html) => {
    const { root, findings } = await findingsOfFile(html);
    expect(findings).toEqual([unprinted(join(root, 'inner.pdf'))]);
  },
);
