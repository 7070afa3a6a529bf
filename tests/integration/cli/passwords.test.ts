import { spawnSync } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type WebServer, startWebServer } from '../support/web-server.js';
import { qpdfComplaints, readPdf } from '../../support/read-pdf.js';
import { convertHere } from '../support/run-here.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const files = temporaryFolder();
let folder = '';
let out = '';
beforeAll(() => {
  folder = files.with({
    'page.html': '<title>Secret title</title><h1>Salaries</h1><p>of this year',
    'more.html': '<h1>Appendix</h1>',
  });
});
afterAll(() => files.remove());
beforeEach(() => {
  out = join(files.with({}), 'out.pdf');
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** The options that set passwords. */
function passwordOptions(passwords: { readonly open?: string; readonly owner?: string }) {
  return Object.entries(passwords).flatMap(([kind, text]) => [
    `--${kind}-password-file`,
    file(`${kind}.txt`, `${text}\n`),
  ]);
}

async function convert(...args: readonly string[]) {
  return convertHere([join(folder, 'page.html'), '--out', out, ...args]);
}

/** Returns what qpdf says about the encryption; null if qpdf is not installed. */
function encryptionOf(path: string, password: string): string | null {
  const options = ['--show-encryption', `--password=${password}`];
  const { error, stdout, stderr } = spawnSync('qpdf', [...options, path], { encoding: 'utf8' });
  return error === undefined ? stdout + stderr : null;
}

const long = 'ü'.repeat(63);

describe('a PDF with passwords', () => {
  it.each([
    [{ open: 'user', owner: 'owner' }, ['user', 'owner'], ['', 'User']],
    [{ open: ' a "b" \\ c ' }, [' a "b" \\ c '], ['a "b" \\ c']],
    [{ owner: 'nur für uns' }, ['', 'nur für uns'], ['nur fur uns']],
    [{ open: 'e\u0301\u00a0密码😀', owner: long }, ['é 密码😀', long], ['e']],
  ])('%j is opened by them alone', { tags: ['core'] }, async (passwords, right, wrong) => {
    expect(await convert(...passwordOptions(passwords))).toMatchObject({ status: 0 });
    const bytes = readFileSync(out);
    for (const password of right) {
      const { text, information } = await readPdf(bytes, password);
      expect(text).toBe('Salaries\nof this year');
      expect(information['Title']).toBe('Secret title');
      expect(qpdfComplaints(out, password) ?? '').toBe('');
      expect(encryptionOf(out, password) ?? 'AESv3 R = 6').toMatch(/R = 6|AESv3/);
    }
    for (const password of wrong) await expect(readPdf(bytes, password)).rejects.toThrow();
  });

  it('says what is allowed without the owner password', async () => {
    const passwords = passwordOptions({ open: 'user', owner: 'owner' });
    const denied = ['--allow-printing', 'low', '--allow-copying', 'no', '--allow-changes', 'forms'];
    expect(await convert(...passwords, ...denied)).toMatchObject({ status: 0 });
    const reported = encryptionOf(out, 'user');
    for (const line of [
      'extract for accessibility: allowed',
      'extract for any purpose: not allowed',
      'print low resolution: allowed',
      'print high resolution: not allowed',
      'modify document assembly: allowed',
      'modify forms: allowed',
      'modify annotations: not allowed',
    ]) {
      expect(reported ?? line).toContain(line);
    }
  });

  it('takes them from variables, which files override', async () => {
    const env = { PLATEN_OPEN_PASSWORD: 'from the variable', PLATEN_OWNER_PASSWORD: 'owner' };
    const args = [join(folder, 'page.html'), '--out', out];
    expect(await convertHere(args, { env })).toMatchObject({ status: 0 });
    await readPdf(readFileSync(out), 'from the variable');
    await convertHere([...args, ...passwordOptions({ open: 'from a file' })], { env });
    await readPdf(readFileSync(out), 'from a file');
  });

  it('may be merged of several documents, with headers and bookmarks', async () => {
    const more = [join(folder, 'more.html'), '--merge', '--header-left', '{title}'];
    const result = await convert(...more, '--bookmarks', '2', ...passwordOptions({ open: 'user' }));
    expect(result).toMatchObject({ status: 0 });
    const { pages } = await readPdf(readFileSync(out), 'user');
    expect(pages.map(({ text }) => text.includes('Secret title'))).toEqual([true, false]);
    expect(qpdfComplaints(out, 'user') ?? '').toBe('');
  });

  it('goes to standard output as it would be saved', async () => {
    const written: Buffer[] = [];
    const args = [join(folder, 'page.html'), '--out', '-', ...passwordOptions({ open: 'user' })];
    await convertHere(args, { onBytes: (bytes) => void written.push(bytes) });
    const { text } = await readPdf(Buffer.concat(written), 'user');
    expect(text).toContain('Salaries');
  });
});

describe('what cannot be protected', () => {
  it.each([
    [[], { open: 'same', owner: 'same' }, /--owner-password-file: The owner password is the same/],
    [[], { open: '' }, /--open-password-file: ".*open\.txt" is empty/],
    [[], { open: 'x'.repeat(128) }, /has 128 bytes, more than the 127/],
    [['--allow-copying', 'no'], { open: 'user' }, /--allow-copying: Copying needs an owner/],
    [['--allow-changes', 'all'], {}, /--allow-changes: Changes must be any, annotate, forms/],
    [['--remote', 'x'], { open: 'user' }, /Passwords work only with local conversions/],
  ])('is an error for %j with %j', async (args, passwords, expected) => {
    const { status, stderr } = await convert(...args, ...passwordOptions(passwords));
    expect(status).toBe(2);
    expect(stderr).toMatch(expected);
    expect(stderr).not.toContain('same"');
    expect(existsSync(out)).toBe(false);
  });

  it('is an error for a variable without a password', async () => {
    const run = await convertHere([join(folder, 'page.html'), '--out', out], {
      env: { PLATEN_OPEN_PASSWORD: '' },
    });
    expect(run).toMatchObject({ status: 2 });
    expect(run.stderr).toContain('PLATEN_OPEN_PASSWORD is empty.');
  });
});

describe('a PDF that a server sends', () => {
  const kinds = {
    '/plain.pdf': { useObjectStreams: false },
    '/packed.pdf': { useObjectStreams: true },
  } as const;
  let server: WebServer;
  beforeAll(async () => {
    const routes: Record<string, (response: ServerResponse) => void> = {};
    const serve = (path: string, bytes: Uint8Array) => {
      routes[path] = (response) => {
        response.writeHead(200, { 'content-type': 'application/pdf' }).end(bytes);
      };
    };
    for (const [path, options] of Object.entries(kinds)) {
      const pdf = await PDFDocument.create();
      for (const text of ['first', 'second']) pdf.addPage([300, 200]).drawText(text, { y: 100 });
      serve(path, await pdf.save(options));
    }
    const whole = await PDFDocument.create();
    whole.addPage();
    const text = Buffer.from(await whole.save({ useObjectStreams: false })).toString('latin1');
    serve('/damaged.pdf', Buffer.from(text.replace(/\/Pages \d+/, '/Pages 99'), 'latin1'));
    await convert(...passwordOptions({ owner: 'theirs' }));
    serve('/locked.pdf', readFileSync(out));
    server = await startWebServer(routes);
  });
  afterAll(async () => server.close());

  const served = async (path: string, ...args: readonly string[]) =>
    convertHere([`${server.origin}${path}`, '--out', join(out, '..'), ...args]);

  it.each(Object.keys(kinds))('is opened by the passwords alone: %s', async (path) => {
    const options = [...passwordOptions({ open: 'user', owner: 'owner' }), '--allow-copying', 'no'];
    const run = await served(path, ...options);
    expect(run).toMatchObject({ status: 0 });
    const [saved = ''] = run.lines;
    await expect(readPdf(readFileSync(saved))).rejects.toThrow();
    for (const password of ['user', 'owner']) {
      const { pages } = await readPdf(readFileSync(saved), password);
      expect(pages.map(({ text }) => text)).toEqual(['first', 'second']);
    }
    expect(qpdfComplaints(saved, 'user') ?? '').toBe('');
    expect(encryptionOf(saved, 'user') ?? 'purpose: not').toContain('purpose: not');
  });

  it('is protected in its parts and as part of another', async () => {
    const options = passwordOptions({ open: 'user' });
    const split = await served('/packed.pdf', '--split', 'pages:1', ...options);
    const merged = await served('/packed.pdf', join(folder, 'more.html'), '--merge', ...options);
    expect([split.status, merged.status]).toEqual([0, 0]);
    const texts: string[] = [];
    for (const path of [...split.lines, ...merged.lines]) {
      await expect(readPdf(readFileSync(path))).rejects.toThrow();
      const { pages } = await readPdf(readFileSync(path), 'user');
      texts.push(pages.map(({ text }) => text).join(' '));
    }
    expect(texts).toEqual(['first', 'second', 'first second Appendix']);
  });

  it('is refused if it has passwords already', async () => {
    const { status, stderr } = await served('/locked.pdf', ...passwordOptions({ open: 'user' }));
    expect(status).toBe(2);
    expect(stderr).toContain('is a PDF that already has a password');
    expect(readdirSync(join(out, '..'))).toEqual([]);
  });

  it('is refused if it is damaged, as only an undamaged one can be changed', async () => {
    const { status, stderr } = await served('/damaged.pdf', ...passwordOptions({ open: 'user' }));
    expect(status).toBe(1);
    expect(stderr).toContain('it is a damaged PDF, which can only be used unchanged');
    expect(readdirSync(join(out, '..'))).toEqual([]);
  });

  it.each([
    ['/locked.pdf', 'The PDF is protected by a password, so it cannot be split. Remove'],
    ['/damaged.pdf', 'The PDF is damaged, so it cannot be split. Save it again'],
  ])('%s is not split, and the reason says what to do', async (path, reason) => {
    const { status, stderr } = await served(path, '--split', 'pages:1');
    expect(status).toBe(1);
    expect(stderr).toContain(reason);
    expect(readdirSync(join(out, '..'))).toEqual([]);
  });
});
