import { describe, expect, it } from 'vitest';
import {
  encryptPdf,
  passwordHash,
  permissionBits,
} from '../../../../../electron/main/engine/pdf/encrypt-pdf.js';
import {
  normalPassword,
  passwordIssue,
} from '../../../../../electron/shared/request/pdf-password.js';
import { englishText } from '../../../../../electron/shared/messages/translator.js';
import { readPdf } from '../../../../support/read-pdf.js';

/** Builds a PDF of objects from number 1 on, and returns it with its offsets. */
function pdfOf(objects: readonly string[], entries = '/Root 1 0 R /Info 4 0 R') {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table.join('')}`;
  text += `trailer\n<</Size ${objects.length + 1} ${entries}>>\nstartxref\n${start}\n%%EOF\n`;
  return { bytes: Buffer.from(text, 'latin1'), start };
}

const content = 'BT /F 12 Tf 10 50 Td (Hello \\(PDF\\)) Tj ET';
const objects = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 5 0 R/Resources<</Font<</F 6 0 R>>>>>>',
  '<</Title (A \\(nested (pair)\\) \\101\\7z \\\\ \\\r\nline\rbreak)/Author<414>/Subject()% (no string\n/Keywords<FEFF 00e9>>>',
  `<</Length 7 0 R/Filter[]/Note(Length)>>\nstream\r\n${content}\nendstream`,
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  String(content.length),
];
const passwords = { open: 'user', owner: 'owner' };

async function encrypted(parts: readonly Buffer[], permissions = {}) {
  return Buffer.concat(await encryptPdf(parts, passwords, permissions));
}

describe('an encrypted PDF', () => {
  it.each(['user', 'owner'])('has its strings and streams for the %s', async (password) => {
    const bytes = await encrypted([pdfOf(objects).bytes]);
    const { text, information } = await readPdf(bytes, password);
    expect(text).toBe('Hello (PDF)');
    expect(information).toMatchObject({
      Title: 'A (nested (pair)) A\u0007z \\ line\nbreak',
      Author: 'A@',
      Subject: '',
      Keywords: 'é',
    });
  });

  it('shows nothing of them without a password', async () => {
    const bytes = await encrypted([pdfOf(objects).bytes]);
    for (const word of ['Hello', 'nested', 'Length)']) expect(bytes.includes(word)).toBe(false);
    await expect(readPdf(bytes)).rejects.toThrow(/password/i);
    await expect(readPdf(bytes, 'User')).rejects.toThrow(/password/i);
  });

  it('has the newest version of what updates changed, and nothing that they freed', async () => {
    const { bytes, start } = pdfOf([...objects, '(freed)']);
    const changed = '4 0 obj\n<</Title(New)>>\nendobj\n';
    const table = `xref\n4 1\n${String(bytes.length).padStart(10, '0')} 00000 n \n8 1\n0000000000 00001 f \n`;
    const trailer = `trailer\n<</Size 9/Root 1 0 R/Info 4 0 R/Prev ${start}>>\nstartxref\n${bytes.length + changed.length}\n%%EOF\n`;
    const update = Buffer.from(changed + table + trailer);
    const { information } = await readPdf(await encrypted([bytes, update]), 'user');
    expect(information['Title']).toBe('New');
    const shown = await encryptPdf([bytes, update], passwords, {});
    expect(Buffer.concat(shown).includes('\n8 0 obj\n<</Filter /Standard')).toBe(true);
  });

  it('has streams of any length', async () => {
    for (const length of [0, 15, 16, 17, 3 * 1024 ** 2 + 5]) {
      const text = `${content}${' '.repeat(length)}`;
      const stream = `<</Length ${text.length}>>stream\n${text}endstream`;
      const { bytes } = pdfOf(objects.with(4, stream));
      expect((await readPdf(await encrypted([bytes]), 'user')).text).toBe('Hello (PDF)');
    }
  });

  it.each([
    ['no table', Buffer.from('%PDF-1.4\nstartxref\n0\n%%EOF\n')],
    ['a wrong length', pdfOf(objects.with(6, '7')).bytes],
    ['a string that does not end', pdfOf(objects.with(3, '<</Title (open>>')).bytes],
    ['an encryption', pdfOf(objects, '/Root 1 0 R /Encrypt 4 0 R').bytes],
    ['other tables', pdfOf(objects, '/Root 1 0 R /XRefStm 9').bytes],
    ['a table that is its own predecessor', pdfOf(objects, '/Root 1 0 R /Prev 0').bytes],
    ['no length', pdfOf(objects.with(4, '<<>>stream\nx\nendstream')).bytes],
  ])('is not made of a file with %s', async (_, bytes) => {
    await expect(encrypted([bytes])).rejects.toMatchObject({ code: 'print-failed' });
  });
});

describe('the hash of a password', () => {
  const hex = (text: string) => Buffer.from(text, 'hex');
  // From a file by qpdf 11.3 with the passwords "user" and "owner": /U and /O (7.6.4.4).
  const user = hex(
    '311ae1df070952a4c74e63b0f52c0eacfde9280ab14404c6058b760a6867d4b4e528e0c7bc6c99ff8a26c97af3c202ff',
  );
  const owner = hex(
    '97c8a1bf5caed827d602ab779eb77a0f409cf1217a79346201c76bdf5e429201b7c9063dfcd8033417d16e38380f5212',
  );
  it.each([
    ['user', user, Buffer.alloc(0)],
    ['owner', owner, user],
  ])('is that of another writer for "%s"', (password, check, known) => {
    const hash = passwordHash(Buffer.from(password), check.subarray(32, 40), known);
    expect(hash.toString('hex')).toBe(check.subarray(0, 32).toString('hex'));
  });
});

describe('permissions', () => {
  // The values of `qpdf --encrypt user owner 256 --print=… --extract=… --modify=…`.
  it.each([
    [{}, -4],
    [{ allowPrinting: 'low' }, -2052],
    [{ allowPrinting: 'none' }, -2056],
    [{ allowCopying: 'no' }, -20],
    [{ allowChanges: 'annotate' }, -12],
    [{ allowChanges: 'forms' }, -44],
    [{ allowChanges: 'assemble' }, -300],
    [{ allowChanges: 'none' }, -1324],
    [{ allowPrinting: 'none', allowCopying: 'no', allowChanges: 'none' }, -3392],
  ] as const)('of %j are %d', (permissions, expected) => {
    expect(permissionBits(permissions)).toBe(expected);
  });
});

describe('a password', () => {
  it.each([
    ['', ''],
    ['pass word', 'pass word'],
    ['I\u00adX', 'IX'],
    // RFC 3454, table B.1 has the variation selectors of Unicode 3.2.
    ['a\u180b\ufe0fb\u{e0100}c\u{e01ef}', 'ab\u{e0100}c\u{e01ef}'],
    ['\u2168', 'IX'],
    ['\u00aa', 'a'],
    ['e\u0301', 'é'],
    ['a\u00a0b', 'a b'],
    ['密码😀', '密码😀'],
    ['\u0627\u0031\u0628', '\u0627\u0031\u0628'],
    ['x'.repeat(127), 'x'.repeat(127)],
  ])('%j becomes %j', (password, normal) => {
    expect(passwordIssue(password)).toBe(null);
    expect(normalPassword(password)).toBe(normal);
  });

  it.each([
    ['\u00ad', 'The password has only invisible characters.'],
    ['a\u0007', 'The password has characters that PDF readers refuse, such as control characters.'],
    ['\ud800', 'The password has characters that PDF readers refuse, such as control characters.'],
    [
      '\u0627\u0031',
      'A password with letters that are written from right to left must begin and end with them, and have no others.',
    ],
    [
      'é'.repeat(64),
      'The password has 128 bytes, more than the 127 that a PDF can have. Shorten it.',
    ],
  ])('%j is refused', (password, expected) => {
    const issue = passwordIssue(password);
    expect(issue && englishText(issue)).toBe(expected);
  });
});
