import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWebServer } from '../support/web-server.js';
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
  ])('%j is opened by them alone', async (passwords, right, wrong) => {
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
    const told = encryptionOf(out, 'user');
    for (const line of [
      'extract for accessibility: allowed',
      'extract for any purpose: not allowed',
      'print low resolution: allowed',
      'print high resolution: not allowed',
      'modify document assembly: allowed',
      'modify forms: allowed',
      'modify annotations: not allowed',
    ]) {
      expect(told ?? line).toContain(line);
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

  it('is a PDF that a server sends', async () => {
    await convert();
    const pdf = readFileSync(out);
    const server = await startWebServer({
      '/a.pdf': (response) => {
        response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
      },
    });
    const target = join(files.with({}), 'served.pdf');
    const { status, stderr } = await convertHere([
      `${server.origin}/a.pdf`,
      ...['--out', target, ...passwordOptions({ open: 'user' })],
    ]);
    await server.close();
    expect(status).toBe(2);
    expect(stderr).toContain('passwords and attachments cannot be changed');
    expect(readdirSync(join(target, '..'))).toEqual([]);
  });
});
