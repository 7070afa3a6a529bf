import { expect, it, test } from 'vitest';
import { message } from '../../../../electron/shared/messages/message.js';
import {
  pdfIssue,
  pdfTitle,
  receivedPdf,
  startsAsPdf,
} from '../../../../electron/main/remote/received-pdf.js';
import { testPdf } from '../../../support/services/test-pdf.js';

const pdf = testPdf({ pages: 2, title: 'Old' });

function updated(information: string, trailer = ''): Buffer {
  const update = `3 0 obj\n<<${information}>>\nendobj\ntrailer\n<</Info 3 0 R${trailer}>>\n%%EOF\n`;
  return Buffer.concat([
    pdf,
    Buffer.from(`13 0 obj <</Title (Wrong)>> endobj\n${update}`, 'latin1'),
  ]);
}

test.each([
  ['/Title (Plain)', 'Plain'],
  ['/Title(A \\(b\\) \\101\\n)', 'A (b) A'],
  ['/Title <FEFF00E400 62>', 'äb'],
  ['/Title <EFBBBFC3A4>', 'ä'],
  ['/Title ()', ''],
  ['/Author (Ada)', ''],
])('the title of %s is %s', (information, title) => {
  expect(pdfTitle(updated(information))).toBe(title);
});

it('is not read from an encrypted file, and is empty without one', () => {
  expect(pdfTitle(updated('/Title (secret)', ' /Encrypt 9 0 R'))).toBe('');
  expect(pdfTitle(Buffer.from('%PDF-1.7 no trailer in the open'))).toBe('');
});

test('a PDF is complete from its header to its end marker', () => {
  expect(pdfIssue(pdf)).toBeNull();
  expect(pdfIssue(Buffer.concat([Buffer.from('\n\n'), pdf, Buffer.from('\n\n')]))).toBeNull();
  expect(pdfIssue(pdf.subarray(0, -10))).toEqual(message('remote.incompletePdf'));
  expect(pdfIssue(Buffer.from('<p>%%EOF'))).toEqual(message('remote.notPdf'));
  expect(startsAsPdf(Buffer.concat([Buffer.alloc(2000), pdf]))).toBe(false);
});

test('has 0 pages if they cannot be counted', async () => {
  expect(await receivedPdf(Buffer.from('%PDF-1.7\n%%EOF'), [])).toMatchObject({
    pages: 0,
    title: '',
  });
  expect(await receivedPdf(pdf, [])).toMatchObject({ pages: 2, title: 'Old', size: pdf.length });
});
