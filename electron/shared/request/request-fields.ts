import { z } from 'zod';
import { checkFilenamePattern } from './filename-pattern.js';
import { lengthText, parseLength } from './length.js';
import { timeoutIssue, zoomIssue } from './number-range.js';
import { parsePageFormat } from './page-format.js';
import { pageRangesText, parsePageRanges } from './page-ranges.js';
import { valid } from './parsed.js';
import { checkedText, textField } from './text-field.js';
import { wrongTypeSentence } from './wording.js';

/** Page format (the interface, section 2.1); comes out in its one spelling. */
export const formatSchema = textField('The format', 'text such as "a4"', (text) => {
  const parsed = parsePageFormat(text);
  return parsed.ok ? valid(parsed.value.text) : parsed;
});

/** Pages to keep (the interface, section 2.1, and the mix of both forms); comes out in its one spelling. */
export const pagesSchema = textField(
  'The value of pages',
  'text such as "1-3" or "1,4,9"',
  (text) => {
    const parsed = parsePageRanges(text);
    return parsed.ok ? valid(pageRangesText(parsed.value)) : parsed;
  },
);

/** Name of the PDF (the interface, section 2.1); on this computer it may hold placeholders, as in `{date}-{name}.pdf`. */
export const filenameSchema = checkedText(
  'The file name',
  'text such as "invoice.pdf"',
  checkFilenamePattern,
);

/** Zoom, where 1 is the page's own size. The interface calls it an integer and yet knows values below 1: decimals are taken. */
export const zoomSchema = numberField(zoomIssue);

/** Time limit of one conversion, in seconds. */
export const timeoutSchema = numberField(timeoutIssue);

/** Margins (the interface, section 2.3). A side that is not set leaves the page's own CSS in force. */
export const marginSchema = z.strictObject(
  {
    top: marginSide('top').optional(),
    right: marginSide('right').optional(),
    bottom: marginSide('bottom').optional(),
    left: marginSide('left').optional(),
  },
  {
    error: ({ input }) =>
      wrongTypeSentence('The margin', input, 'an object with top, right, bottom or left'),
  },
);

/** Flags for special data handling (the interface, section 2.2). */
export const complianceSchema = z.strictObject(
  { gdpr: flag('The gdpr flag').default(false), hipaa: flag('The hipaa flag').default(false) },
  {
    error: ({ input }) =>
      wrongTypeSentence('The compliance', input, 'an object with gdpr or hipaa'),
  },
);

/** A value that is true or false, nothing else. */
export function flag(subject: string) {
  return z.boolean({ error: ({ input }) => wrongTypeSentence(subject, input, 'true or false') });
}

function marginSide(side: string) {
  const subject = `The ${side} margin`;
  return textField(subject, 'text such as "1cm"', (text) => {
    const parsed = parseLength(text, subject);
    return parsed.ok ? valid(lengthText(parsed.value)) : parsed;
  });
}

function numberField(issue: (value: unknown) => string | null) {
  return z
    .number({ error: ({ input }) => issue(input) })
    .refine((value) => issue(value) === null, { error: ({ input }) => issue(input) ?? '' });
}
