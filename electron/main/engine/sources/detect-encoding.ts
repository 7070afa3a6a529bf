import { isAscii, isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import {
  decodedText,
  isEncoding,
  isIso2022Jp,
  markedEncoding,
  unmarkedUtf16,
} from './text-encoding.js';

/** chardet's confidence, out of 100, in any multi-byte encoding for only a word or two. */
const tooShort = 10;

/** How many bytes of lines are analyzed: more take longer and improve nothing. */
const analyzedLength = 16 * 1024;

/** chardet's confidence in characters that are frequent in a language. */
const sure = 50;

/** Chinese, Japanese and Korean text fits single-byte encodings worse than this. */
const sureFit = 0.5;

/** A few of its characters may by chance fit as well as this. */
const likelyFit = 0.7;

/**
 * Returns the encoding of a text without a declaration: that of its byte order mark (Encoding
 * Standard, "BOM sniff"), else UTF-16 or UTF-8 if it is valid, else the most likely one by the
 * frequency of its characters; else windows-1252. Chromium does so for files, by other statistics
 * (docs/warnings-and-limits.md compares them).
 * @param bytes the text, or its start
 */
export function textEncoding(bytes: Uint8Array): string {
  const unicode = markedEncoding(bytes) ?? unmarkedUtf16(bytes);
  if (unicode !== null) return unicode;
  if (isAscii(bytes)) return isIso2022Jp(bytes) ? 'iso-2022-jp' : 'utf-8';
  const whole = withoutCutCharacter(bytes);
  if (!isAscii(whole) && isUtf8(whole)) return 'utf-8';
  const lines = foreignLines(bytes);
  const singleByte = singleByteEncoding(lines);
  const detected = multiByteEncoding(lines, singleByte.fit);
  const { encoding } = new TextDecoder(detected ?? singleByte.encoding);
  return encoding === 'windows-1252' && isLatin9(lines) ? 'iso-8859-15' : encoding;
}

/** Letters of ISO-8859-15, and the euro sign, as windows-1252 shows them. */
const latin9 = /¤|(?<=\p{L})[¨¸½](?=\p{L})|½(?=u\p{L})|(?<=\p{Lu})[¦¼¾](?=\p{Lu})|¼(?=[uU]\p{L})/u;
/** Fractions, and quotation marks and dashes, which only windows-1252 has. */
const noLatin9 = /(?<!\p{L})[½¼¾](?![uU]\p{L})|[\x80-\x9f]/u;

/** ISO-8859-15 differs from windows-1252 by a few characters. */
function isLatin9(lines: Buffer): boolean {
  const text = lines.toString('latin1');
  return latin9.test(text) && !noLatin9.test(text);
}

const multiByte: ReadonlySet<string> = new Set([
  'big5',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'iso-2022-jp',
  'shift_jis',
]);

/**
 * Returns the first guess of chardet if it is an encoding of Chinese, Japanese or Korean.
 * @param otherFit how well the text fits an encoding of one byte per character
 */
function multiByteEncoding(lines: Uint8Array, otherFit: number): string | undefined {
  if (otherFit >= likelyFit) return undefined;
  const needed = otherFit < sureFit ? tooShort : sure;
  const detected = analyse(lines)
    .filter(({ confidence }) => confidence > needed)
    .map(({ name }) => name.toLowerCase())
    .find((name) => !name.startsWith('utf') && isEncoding(name));
  return detected !== undefined && multiByte.has(detected) ? detected : undefined;
}

const cyrillic = ['windows-1251', 'koi8-u', 'koi8-r', 'iso-8859-5', 'ibm866'];
const central = ['windows-1250', 'iso-8859-2'];
const baltic = ['windows-1257', 'iso-8859-13'];
const northern = [...baltic, 'iso-8859-4', 'iso-8859-10'];

/**
 * Letters beyond ASCII, each language's most frequent first, and the encodings it is written in. Of
 * two that fit equally, the first one is taken.
 */
const latinAlphabets: readonly (readonly [encodings: readonly string[], letters: string])[] = [
  [['windows-1252'], 'üäößé'],
  [['windows-1252'], 'éèàêçôîùâûëïœ'],
  [['windows-1252'], 'óáíéñúü¿¡'],
  [['windows-1252'], 'èàùòìé'],
  [['windows-1252'], 'ãçéáíêóõúâàô'],
  [['windows-1252'], 'éëïöèü'],
  [['windows-1252'], 'äåöé'],
  [['windows-1252'], 'åøæéòóô'],
  [['windows-1252'], 'áíðéóöúæþý'],
  [['windows-1252'], 'óàèéíòçúï·'],
  [central, 'áíěéýřčžšůúťňďó'],
  [central, 'áíéčýžšúľťôňóäďŕĺ'],
  [central, 'ąęłóżśćńź'],
  [central, 'áéöőóíüúű'],
  [central, 'čšž'],
  [central, 'čšžćđ'],
  [central, 'ăîâşţ'],
  [northern, 'ėįšųžūčąę'],
  [northern, 'āīēšņūļžģķč'],
  [baltic, 'äõüöšž'],
  [['windows-1258'], 'ô\u0300ư\u0301đêâ\u0323ơăáàí\u0309\u0303úéó'],
  [['windows-1254'], 'ıişğüçöâ'],
];

const otherAlphabets: typeof latinAlphabets = [
  [cyrillic, 'оеаинтсрвлкмдпуяыьзбгйчхжюцшщэфъё'],
  [cyrillic, 'оаинтеврісклупдмязьбгчйхїжцюшєфщґ'],
  [cyrillic, 'аоеиснртјувкдпмлзбгчцшњжћљхфђџ'],
  [cyrillic, 'аіаеннрсятлоукдвмыпзьбгцчйўшжхюэфё'],
  [['windows-1253', 'iso-8859-7'], 'αοιετσνηρκπυμςλίόάέγδύήώχθφβξζψω'],
  [['windows-1255'], 'יוהלאתרבשמנםדקעחפצסןטגכזךץף'],
  [['windows-1256', 'iso-8859-6'], 'اليمنرتوبةدعسفهكقحجشىطصخأضإذزثئءغظؤ'],
  [['windows-874'], 'านรกอเ่งม้ยลวดทสตัะิปบีคหแจพชขใไโูุ์ถผซำธณฐึืญภศ็'],
];

/** Used by all languages. */
const punctuation = '\u00a0«»“”„‘’‚‹›–—…©®°§·•€±×';

interface Candidate {
  readonly encoding: string;
  /** How well each byte from 0x80 on fits the language, from -1 to 1. */
  readonly weights: readonly number[];
}

const candidates = new Map<typeof latinAlphabets, readonly Candidate[]>();

function candidatesOf(alphabets: typeof latinAlphabets): readonly Candidate[] {
  const known = candidates.get(alphabets);
  if (known) return known;
  const created = alphabets.flatMap(([encodings, letters]) =>
    encodings.map((encoding) => ({ encoding, weights: weightsOf(encoding, letters) })),
  );
  candidates.set(alphabets, created);
  return created;
}

function weightsOf(encoding: string, letters: string): readonly number[] {
  return Array.from({ length: 0x80 }, (_, index) => {
    const character = decodedText(Uint8Array.of(0x80 + index), encoding);
    if (punctuation.includes(character)) return 0.3;
    const rank = letters.indexOf(character);
    if (rank >= 0) return 1 - (0.7 * rank) / letters.length;
    if (letters.includes(character.toLowerCase())) return 0.35;
    return /[\p{L}\p{M}]/u.test(character) ? -0.6 : -1;
  });
}

/** Speaks for windows-1252, by far the most frequent one, where a text has only a letter or two. */
const priorWeight = 0.5;

/** The one whose letters fit best, and how well, from 0 to about 1. */
function singleByteEncoding(lines: Uint8Array): {
  readonly encoding: string;
  readonly fit: number;
} {
  const { counts, total, isLatin } = highBytesOf(lines);
  let best = { encoding: 'windows-1252', fit: 0 };
  for (const { encoding, weights } of candidatesOf(isLatin ? latinAlphabets : otherAlphabets)) {
    const sum = counts.reduce(
      (before, count, index) => before + count * (weights[index] ?? 0),
      encoding === 'windows-1252' ? priorWeight : 0,
    );
    if (sum / total > best.fit) best = { encoding, fit: sum / total };
  }
  return best;
}

/**
 * Counts the bytes from 0x80 on. In Latin scripts, few of the letters are next to another one; in
 * others, most are. Quotation marks and dashes are below 0xa0 and do not count as letters.
 */
function highBytesOf(lines: Uint8Array) {
  const counts = new Array<number>(0x80).fill(0);
  let [total, letters, adjacent, run, longestRun] = [0, 0, 0, 0, 0];
  for (const byte of lines) {
    run = byte < 0xa0 ? 0 : run + 1;
    if (byte < 0x80) continue;
    counts[byte - 0x80] = (counts[byte - 0x80] ?? 0) + 1;
    total += 1;
    if (run > 0) letters += 1;
    if (run > 1) adjacent += 1;
    longestRun = Math.max(longestRun, run);
  }
  return { counts, total, isLatin: adjacent < 0.65 * letters || longestRun < 3 };
}

/** Removes an incomplete UTF-8 character at the end of the bytes, because the text may continue. */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return back < length ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

/**
 * Returns the lines between tags that have characters beyond ASCII. Tags, styles, scripts and names
 * are English in every language and would distort the analysis.
 */
function foreignLines(bytes: Uint8Array): Buffer {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const lines = text
    .split(/<(?=\/?(?:script|style)\b)/i)
    .filter((part, index) => index === 0 || part.startsWith('/'))
    .flatMap((part) => part.split(/[<>\n]+/))
    .filter((line) => /[\x80-\xff]/.test(line));
  return Buffer.from(lines.join(' ').slice(0, analyzedLength), 'latin1');
}
