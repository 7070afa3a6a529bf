import { quote } from './wording.js';

/** The longest file name, in bytes, that Linux, Windows and macOS all take. */
export const maxFilenameBytes = 255;

const fallbackName = 'document';
/** The names that Windows keeps for devices, with any ending. */
export const reservedName = /^(con|prn|aux|nul|com[1-9]|lpt[1-9])(\.|$)/i;

/**
 * The mistake in an output file name, in a sentence; null if there is none. The rule is the interface's (section 2.1: letters,
 * digits, underscores, hyphens and dots, ending in .pdf), and what every system can store.
 * @param shown what the sentence quotes, where the name stands for something that was written in another way
 */
export function checkPdfFilename(name: string, shown: string = name): string | null {
  if (name.trim() === '') return 'The file name is empty; write a name such as invoice.pdf.';
  const subject = `The file name ${quote(shown)}`;
  if (/[/\\]/.test(name)) {
    return `${subject} holds a folder; write the name alone, such as invoice.pdf.`;
  }
  if (/\s/.test(name)) {
    return `${subject} holds a space; write - or _ in its place, as in my-invoice.pdf.`;
  }
  const foreign = /[^A-Za-z0-9_.-]/u.exec(name)?.[0];
  if (foreign !== undefined) {
    return `${subject} holds ${quote(foreign)}; only the letters A to Z, digits, _, - and . are allowed.`;
  }
  if (/\.pdf$/i.test(name) && !name.endsWith('.pdf')) {
    return `${subject} ends in ${quote(name.slice(-4))}; it must end in .pdf, in small letters.`;
  }
  if (!name.endsWith('.pdf'))
    return `${subject} does not end in .pdf; write, for example, invoice.pdf.`;
  if (/^\.*$/.test(name.slice(0, -4))) {
    return `${subject} has no name before .pdf; write, for example, invoice.pdf.`;
  }
  if (name.length > maxFilenameBytes) {
    return `${subject} is ${name.length} bytes long; the most that systems take is ${maxFilenameBytes}.`;
  }
  const reserved = reservedName.exec(name)?.[1];
  if (reserved !== undefined) {
    return `${subject} starts with ${reserved}, a name that Windows keeps for a device; choose another, such as ${reserved}-1.pdf.`;
  }
  return null;
}

/**
 * A file name made from a title or from another name, always valid by {@link checkPdfFilename}: marks are stripped from letters,
 * what is not allowed becomes a hyphen. `document.pdf` if nothing is left.
 */
export function suggestPdfFilename(title: string): string {
  const plain = title
    .trim()
    .replace(/\.pdf$/i, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[-.]+|[-.]+$/g, '');
  const safe = reservedName.test(plain) ? `_${plain}` : plain;
  const cut = safe.slice(0, maxFilenameBytes - '.pdf'.length).replace(/[-.]+$/, '');
  return `${cut === '' ? fallbackName : cut}.pdf`;
}
