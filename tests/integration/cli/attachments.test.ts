import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, utimesSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { qpdfComplaints, readPdf } from '../../support/read-pdf.js';
import { convertHere } from '../support/run-here.js';
import { startWebServer } from '../support/web-server.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const files = temporaryFolder();
const numbers = 'a;b\n1;2\n'.repeat(1000);
const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x00, 0xff]);
let folder = '';
let out = '';
beforeAll(() => {
  folder = files.with({
    'page.html': '<h1>Report</h1><p><a href="#x">link</a></p><p id="x">x',
    'more.html': '<h1>Appendix</h1>',
    'numbers.csv': numbers,
    'other/numbers.csv': 'other',
    'Übersicht (1).png': picture,
    'empty.txt': '',
  });
});
afterAll(() => files.remove());
beforeEach(() => {
  out = join(files.with({}), 'out.pdf');
});

const attach = (...names: readonly string[]) => names.flatMap((name) => ['--attach', name]);

async function convert(...args: readonly string[]) {
  return convertHere(['page.html', '--out', out, ...args], { cwd: folder });
}

interface FoundAttachment {
  readonly filename: string;
  readonly description: string;
  readonly content: Uint8Array;
}

/** Returns the attachments as pdf.js finds them. */
async function found(path: string, password = ''): Promise<readonly FoundAttachment[]> {
  const data = new Uint8Array(readFileSync(path));
  const task = getDocument({ data, password, verbosity: 0 });
  const listed = (await (await task.promise).getAttachments()) as Readonly<
    Record<string, FoundAttachment>
  > | null;
  await task.destroy();
  return Object.values(listed ?? {});
}

/** Returns the names and contents of the attachments. */
async function attachments(path: string, password = '') {
  return (await found(path, password)).map(({ filename, content }) => [
    filename,
    Buffer.from(content).toString('latin1'),
  ]);
}

describe('attached files', () => {
  it(
    'are in the PDF with their names and contents, sorted and numbered',
    { tags: ['core'] },
    async () => {
      const names = ['numbers.csv', 'Übersicht (1).png', 'empty.txt', 'other/numbers.csv'];
      expect(await convert(...attach(...names))).toMatchObject({ status: 0 });
      expect(await attachments(out)).toEqual([
        ['empty.txt', ''],
        ['numbers (2).csv', 'other'],
        ['numbers.csv', numbers],
        ['Übersicht (1).png', picture.toString('latin1')],
      ]);
      expect(qpdfComplaints(out) ?? '').toBe('');
      expect((await readPdf(readFileSync(out))).text).toContain('Report');
    },
  );

  it('have a type, a size, dates and a checksum, and belong to the document', async () => {
    utimesSync(join(folder, 'numbers.csv'), 0, Date.UTC(2024, 1, 29, 12, 30) / 1000);
    await convert(...attach('numbers.csv'));
    const file = readFileSync(out, 'latin1');
    expect(file).toContain('/Subtype /text#2Fcsv');
    expect(file).toContain(`/Size ${numbers.length}`);
    expect(file).toContain("/ModDate (D:20240229123000+00'00')");
    expect(file).toMatch(/\/CheckSum <[\da-f]{32}>/);
    expect(file).toMatch(/\/AF \[\d+ 0 R\]/);
    const listed = spawnSync('qpdf', ['--list-attachments', out], { encoding: 'utf8' });
    expect(listed.error === undefined ? listed.stdout : 'numbers.csv').toContain('numbers.csv');
  });

  it('join those of merged documents, below headers and passwords', async () => {
    const part = join(files.with({}), 'part.pdf');
    await convertHere(['more.html', '--out', part, ...attach('empty.txt')], { cwd: folder });
    const password = join(files.with({ 'open.txt': 'secret\n' }), 'open.txt');
    const more = ['--merge', '--footer-center', '{page}', '--open-password-file', password];
    const result = await convert(part, ...more, ...attach('numbers.csv', 'empty.txt'));
    expect(result).toMatchObject({ status: 0 });
    expect(await attachments(out, 'secret')).toEqual([
      ['empty (2).txt', ''],
      ['empty.txt', ''],
      ['numbers.csv', numbers],
    ]);
    expect(qpdfComplaints(out, 'secret') ?? '').toBe('');
  });
});

describe('names, descriptions and relationships', () => {
  it('are in the PDF', async () => {
    const run = await convert(
      ...attach('numbers.csv', 'empty.txt', 'other/numbers.csv'),
      ...['--attach-description', 'numbers.csv=Größe (in m²) = a;b'],
      ...['--attach-name', 'other/numbers.csv=others.csv'],
      ...['--attach-relationship', 'other/numbers.csv=data'],
    );
    expect(run).toMatchObject({ status: 0, stderr: '' });
    const listed = (await found(out)).map((each) => [each.filename, each.description]);
    expect(listed).toEqual([
      ['empty.txt', ''],
      ['numbers.csv', 'Größe (in m²) = a;b'],
      ['others.csv', ''],
    ]);
    expect(readFileSync(out, 'latin1').match(/\/AFRelationship \/\w+/g)).toEqual([
      '/AFRelationship /Unspecified',
      '/AFRelationship /Unspecified',
      '/AFRelationship /Data',
    ]);
    expect(qpdfComplaints(out) ?? '').toBe('');
  });

  it('go to the file with the longest name that fits', async () => {
    const more = files.with({ a: '1', 'a=b': '2' });
    const run = await convert(
      ...attach(join(more, 'a'), join(more, 'a=b')),
      ...['--attach-description', join(more, 'a=b=c')],
    );
    expect(run.status).toBe(0);
    const listed = (await found(out)).map((each) => [each.filename, each.description]);
    expect(listed).toEqual([
      ['a', ''],
      ['a=b', 'c'],
    ]);
  });

  it.each([
    [
      'another file',
      ['--attach-description', 'number.csv=x'],
      '--attach-description: "number.csv=x" does not begin with an attached file',
    ],
    ['a folder', ['--attach-name', 'numbers.csv=a/b'], '--attach-name: The name "a/b" is not'],
    ['no name', ['--attach-name', 'numbers.csv='], '--attach-name: The name "" is not a file name'],
    [
      'a typo',
      ['--attach-relationship', 'numbers.csv=date'],
      '--attach-relationship: There is no relationship "date". Did you mean data?',
    ],
    [
      'too long a text',
      ['--attach-description', `numbers.csv=${'x'.repeat(1001)}`],
      'is longer than 1,000 characters',
    ],
    [
      'two',
      ['--attach-name', 'numbers.csv=a', '--attach-name', 'numbers.csv=b'],
      '--attach-name: "numbers.csv" has more than one.',
    ],
  ])('are refused: %s', async (_, args, expected) => {
    const run = await convert(...attach('numbers.csv'), ...args);
    expect(run.status).toBe(2);
    expect(run.stderr).toContain(expected);
  });
});

describe('what cannot be attached', () => {
  it.each([
    ['missing.csv', /".*missing\.csv" does not exist/],
    ['other', /".*other" is not a file, so it cannot be attached/],
  ])('is an error: %s', async (name, expected) => {
    const run = await convert(...attach('numbers.csv', name));
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(expected);
    expect(existsSync(out)).toBe(false);
  });

  it('is reported with all other issues', async () => {
    const more = ['--background', 'gone.pdf', '--stamp', 'lost.pdf', '--zoom', '7'];
    const run = await convert(...attach('missing.csv', 'numbers.csv', 'none.csv'), ...more);
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(/--attach: ".*missing\.csv" does not exist/);
    expect(run.stderr).toMatch(/--attach: ".*none\.csv" does not exist/);
    expect(run.stderr).toMatch(/--background: ".*gone\.pdf" does not exist/);
    expect(run.stderr).toMatch(/--stamp: ".*lost\.pdf" does not exist/);
    expect(run.stderr).toContain('--zoom: ');
  });

  it('is anything for a service, and too many files', async () => {
    const remote = await convert(...attach('numbers.csv'), '--remote', 'x');
    expect(remote.status).toBe(2);
    expect(remote.stderr).toContain('--attach: Attachments work only with local conversions.');
    const many = await convert(...attach(...Array<string>(101).fill('numbers.csv')));
    expect(many.stderr).toContain('--attach: A PDF can have 100 attachments.');
  });
});

describe('a PDF that a server sends', () => {
  /** Returns a PDF with a tree of attachments, as other writers have them, in object streams. */
  async function foreign(): Promise<Uint8Array> {
    const pdf = await PDFDocument.create();
    pdf.addPage([300, 200]);
    await pdf.attach(Buffer.from('theirs'), 'a.txt', { mimeType: 'text/plain' });
    await pdf.flush();
    const names = pdf.catalog.lookup(PDFName.of('Names'), PDFDict);
    const tree = names.lookup(PDFName.of('EmbeddedFiles'), PDFDict);
    const root = pdf.context.obj({
      Kids: [pdf.context.register(tree)],
    });
    names.set(PDFName.of('EmbeddedFiles'), pdf.context.register(root));
    return pdf.save();
  }

  it('gets attachments beside its own, unless it has a password', async () => {
    const pdf = await foreign();
    await convert('--open-password-file', files.with({ p: 'secret' }) + '/p');
    const locked = readFileSync(out);
    const sending = (bytes: Uint8Array) => (response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(bytes);
    const server = await startWebServer({ '/a.pdf': sending(pdf), '/b.pdf': sending(locked) });
    const run = async (path: string) => {
      const args = [`${server.origin}${path}`, '--out', `${out}2.pdf`, ...attach('numbers.csv')];
      return convertHere(args, { cwd: folder });
    };
    const refused = await run('/b.pdf');
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain('has a password, so nothing can be attached to it');
    expect((await run('/a.pdf')).status).toBe(0);
    await server.close();
    expect((await attachments(`${out}2.pdf`)).map(([name]) => name).sort()).toEqual([
      'a.txt',
      'numbers.csv',
    ]);
    expect(qpdfComplaints(`${out}2.pdf`) ?? '').toBe('');
  });
});
