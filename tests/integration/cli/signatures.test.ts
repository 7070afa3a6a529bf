import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfWithSignatureField } from '../../support/signed-pdf.js';
import { convertHere } from '../support/run-here.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, startWebServer } from '../support/web-server.js';

let folder: TemporaryFolder;
let server: WebServer;

beforeAll(async () => {
  folder = temporaryFolder();
  writeFileSync(join(folder.path, 'page.html'), '<p>page');
  writeFileSync(join(folder.path, 'attached.txt'), 'text');
  const pdfs = {
    signed: await pdfWithSignatureField(true),
    unsigned: await pdfWithSignatureField(false),
  };
  for (const [name, pdf] of Object.entries(pdfs)) {
    writeFileSync(join(folder.path, `${name}.pdf`), pdf);
  }
  const sending = (pdf: Uint8Array) => (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
  server = await startWebServer({
    '/signed.pdf': sending(pdfs.signed),
    '/unsigned.pdf': sending(pdfs.unsigned),
  });
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

const warning = 'Its signature is invalid in the new PDF. Keep the signed file.';

async function run(...args: readonly string[]) {
  const out = ['--out', folder.with({})];
  return convertHere([...args, ...out], { cwd: folder.path });
}

describe.each([
  ['merged', (name: string) => ['--merge', `${name}.pdf`, 'page.html']],
  ['split', (name: string) => [`${server.origin}/${name}.pdf`, '--split', 'pages:1']],
  ['changed', (name: string) => [`${server.origin}/${name}.pdf`, '--attach', 'attached.txt']],
])('a PDF that is %s', (_, argsFor) => {
  it('causes a warning if it was signed', { tags: ['core'] }, async () => {
    expect(await run(...argsFor('signed'))).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(warning) as string,
    });
    const refused = await run(...argsFor('signed'), '--fail-on', 'signatures');
    expect(refused).toMatchObject({ status: 1, lines: [] });
    expect(refused.stderr).toContain('1 invalid signature');
  });

  it('causes none if its signature field is empty', async () => {
    const { status, stderr } = await run(...argsFor('unsigned'), '--fail-on', 'signatures');
    expect([status, stderr]).toEqual([0, expect.not.stringContaining(warning)]);
  });
});

it('a signed PDF that is not changed causes no warning', async () => {
  const { status, stderr } = await run(`${server.origin}/signed.pdf`, '--fail-on', 'signatures');
  expect([status, stderr]).toEqual([0, expect.not.stringContaining(warning)]);
});
