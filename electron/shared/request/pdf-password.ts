import { type Message, message } from '../messages/message.js';

/** The passwords of a PDF. An empty one is none. */
export interface PdfPasswords {
  /** Opens it for reading. */
  readonly open: string;
  /** Opens it with all rights; empty: the open password does. */
  readonly owner: string;
}

/** The longest password, in bytes of UTF-8 (ISO 32000-2, 7.6.4.3.3). */
const maxPasswordBytes = 127;

/** Characters that SASLprep removes (RFC 3454, table B.1). */
const ignored =
  /[\u00ad\u1806\u200b\u2060\ufeff]|\u034f|\u180b|\u180c|\u180d|\u200c|\u200d|[\ufe00-\ufe0f]/gu;

/**
 * Characters that it forbids (RFC 4013, 2.3): control and private characters, lone surrogates,
 * non-characters, tags, and those that only order or annotate text. Characters that are newer than
 * its Unicode 3.2, such as emoji, are allowed, as in queries.
 */
const forbidden =
  /[\p{Cc}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u06dd\u070f\u180e\u200e\u200f\u2028-\u202e\u2061-\u2063\u206a-\u206f\u2ff0-\u2ffb\ufff9-\ufffd\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}]/u;

/** Letters that are written from right to left. */
const rightToLeft = '[\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}]';
const rightToLeftLetters = new RegExp(rightToLeft, 'gu');
const isRightToLeft = new RegExp(`^${rightToLeft}(?:.*${rightToLeft})?$`, 'su');

/**
 * As readers compare it (ISO 32000-2, 7.6.4.1): normalized by SASLprep (RFC 4013), so that it opens
 * the PDF however a keyboard composes its letters.
 */
export function normalPassword(password: string): string {
  return password
    .replace(/\p{Zs}/gu, ' ')
    .replace(ignored, '')
    .normalize('NFKC');
}

/** Does not quote the password. Null if it is valid or empty. */
export function passwordIssue(password: string): Message | null {
  if (password === '') return null;
  const normal = normalPassword(password);
  if (normal === '') return message('protection.passwordInvisible');
  if (forbidden.test(normal)) return message('protection.passwordCharacters');
  if (mixesDirections(normal)) return message('protection.passwordDirections');
  const bytes = new TextEncoder().encode(normal).length;
  if (bytes <= maxPasswordBytes) return null;
  return message('protection.passwordTooLong', { bytes, max: maxPasswordBytes });
}

/**
 * A password with right-to-left letters must begin and end with them, and have no others (RFC 3454,
 * section 6): readers refuse it otherwise.
 */
function mixesDirections(password: string): boolean {
  const others = password.replace(rightToLeftLetters, '');
  if (others === password) return false;
  return /\p{L}/u.test(others) || !isRightToLeft.test(password);
}
