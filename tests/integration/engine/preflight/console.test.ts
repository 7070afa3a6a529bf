import { writeFileSync } from 'node:fs';
import { publicFindings } from '../../../../electron/shared/request/preflight.js';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convert } from '../../support/convert.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.js';
import { type WebServer, page, startWebServer } from '../../support/web-server.js';
import { findingsOf } from './support/findings.js';

let folder: TemporaryFolder;
let server: WebServer;

beforeAll(async () => {
  folder = temporaryFolder();
  server = await startWebServer({
    '/': page('<p>x<img src="missing.png"><script src="missing.js"></script>'),
  });
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

describe('the console', () => {
  it.each([
    [
      'console.error("not", {a: 1})',
      'The console of the page shows an error (line 2): not [object Object]',
    ],
    [
      'nothing.there()',
      'A script of the page failed (line 2): ReferenceError: nothing is not defined',
    ],
    ['throw new Error("far\\n  away")', 'A script of the page failed (line 2): Error: far away'],
    [
      `console.error("no 'data:image/png;base64,${'A'.repeat(500)}' here")`,
      "The console of the page shows an error (line 2): no 'data:image/png;base64,AAAAAAAA…' here",
    ],
    ['Promise.reject(new TypeError("no"))', 'A script of the page failed (line 2): TypeError: no'],
    ['}', "A script of the page failed (line 2): SyntaxError: Unexpected token '}'"],
  ])('reports %s', { tags: ['core'] }, async (code, message) => {
    const html = `<p>x</p><script>\n${code}\n</script>`;
    expect(await findingsOf('console', html)).toEqual([message]);
  });

  it('reports the file of a failed script', async () => {
    const place = folder.with({ 'page.html': '<script src="parts/my app.js"></script>' });
    const script = folder.with({ 'my app.js': '\n\nnothing.there()' });
    const path = join(place, 'page.html');
    writeFileSync(path, `<script src="../${script.split('/').pop() ?? ''}/my app.js"></script>`);
    const { preflight } = await convert({ source: { kind: 'file', path, folder: folder.path } });
    expect(publicFindings(preflight)).toEqual([
      {
        kind: 'console',
        message:
          'A script of the page failed (my app.js, line 3): ReferenceError: nothing is not defined',
      },
    ]);
  });

  it('does not repeat failed loads', async () => {
    const { preflight } = await convert({ source: { kind: 'url', url: `${server.origin}/` } });
    expect(preflight.map(({ kind }) => kind)).toEqual(['resources', 'resources']);
  });

  it('reports only the messages of its own page', async () => {
    await findingsOf('console', '<script>console.error("first")</script>');
    expect(await findingsOf('console', '<script>console.log("second")</script>')).toEqual([]);
  });

  it('counts an endless number of messages', async () => {
    const html = '<script>for (let i = 0; i < 5000; i += 1) console.error("line " + i)</script>';
    const findings = await findingsOf('console', html);
    expect(findings).toHaveLength(101);
    expect(findings.at(-1)).toBe('and 4,900 more like these');
  });
});
