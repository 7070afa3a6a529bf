// Compares how Platen and Chromium detect the encoding of pages that do not declare one:
// `npm run fidelity:encodings`. The pages consist of the translated messages of installed programs
// (/usr/share/locale), in the encodings that were used for each language before UTF-8. Prints a
// table in Markdown. Needs iconv.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { runnerImport } from 'vite';
import { chromiumPath } from './print.mjs';
import { answerHelp } from '../answer-help.mjs';

answerHelp(`npm run fidelity:encodings

Compares how Platen and Chromium detect the encoding of pages that do not declare one, with the
translated messages of installed programs. Prints a table in Markdown. Needs iconv.
`);

/** Encodings by language, as iconv names them. */
const encodings = new Map([
  ['ja', ['SHIFT_JIS', 'EUC-JP', 'ISO-2022-JP']],
  ['ko', ['EUC-KR']],
  ['zh_CN', ['GBK']],
  ['zh_TW', ['BIG5']],
  ['ru', ['KOI8-R', 'CP1251', 'ISO-8859-5', 'CP866']],
  ['uk', ['KOI8-U', 'CP1251']],
  ['bg', ['CP1251']],
  ['sr', ['CP1251', 'ISO-8859-5']],
  ['el', ['CP1253', 'ISO-8859-7']],
  ['tr', ['CP1254']],
  ['he', ['CP1255']],
  ['ar', ['CP1256', 'ISO-8859-6']],
  ['th', ['CP874']],
  ['vi', ['CP1258']],
  ...['cs', 'pl', 'hu', 'sk', 'sl', 'hr'].map((language) =>
    entry(language, 'CP1250', 'ISO-8859-2'),
  ),
  entry('ro', 'ISO-8859-2'),
  ...['lt', 'lv', 'et'].map((language) => entry(language, 'CP1257')),
  ...['de', 'fr', 'es', 'it', 'pt_BR', 'nl', 'sv', 'da', 'nb', 'fi', 'is', 'ca'].map((language) =>
    entry(language, 'CP1252'),
  ),
]);

/** Paragraphs of a page, and how many such pages there are in each encoding. */
const sizes = [
  { paragraphs: 1, pages: 10 },
  { paragraphs: 5, pages: 10 },
  { paragraphs: 40, pages: 5 },
];

const folder = mkdtempSync(join(tmpdir(), 'platen-encodings-'));
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const sources = join(import.meta.dirname, '../../electron/main/engine/sources');
  const { module: detector } = await runnerImport(join(sources, 'detect-encoding.ts'));
  const { module: decoder } = await runnerImport(join(sources, 'text-encoding.ts'));
  /** @type {(bytes: Buffer, label: string, text: string) => boolean} */
  const isText = (bytes, label, text) =>
    decoder.decodedText(bytes, label).normalize() === text.normalize();
  const page = await browser.newPage();
  /** @type {Map<string, { pages: number, platen: number, chromium: number }>} */
  const rows = new Map();
  for (const { group, encoding, html, path } of pages()) {
    await page.goto(pathToFileURL(path).href, { waitUntil: 'domcontentloaded' });
    const theirs = String(await page.evaluate('document.characterSet'));
    const bytes = readFileSync(path);
    for (const name of [encoding, group, 'all']) {
      const row = rows.get(name) ?? { pages: 0, platen: 0, chromium: 0 };
      row.pages += 1;
      if (isText(bytes, detector.textEncoding(bytes), html)) row.platen += 1;
      if (isText(bytes, theirs, html)) row.chromium += 1;
      rows.set(name, row);
    }
  }
  const isSummary = (/** @type {string} */ name) => name === 'all' || name.includes('paragraph');
  const sorted = [...rows].sort(
    ([one], [other]) => Number(isSummary(one)) - Number(isSummary(other)),
  );
  const lines = sorted.map(([name, row]) => [name, row.pages, row.platen, row.chromium]);
  const head = ['Pages', 'Compared', 'Platen', 'Chromium'];
  for (const cells of [head, head.map(() => '---'), ...lines]) {
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}

/**
 * @param {string} language
 * @param {...string} names
 * @returns {[string, string[]]}
 */
function entry(language, ...names) {
  return [language, names];
}

/** Writes the pages, and returns each one's text and place. */
function* pages() {
  for (const [language, names] of encodings) {
    const all = messagesOf(language);
    for (const encoding of names) {
      const messages = decodable(all, encoding);
      for (const { paragraphs, pages: count } of sizes) {
        for (let index = 0; index < count; index += 1) {
          const start = (index * 97) % Math.max(1, messages.length - paragraphs);
          const part = messages.slice(start, start + paragraphs);
          if (part.length < paragraphs) continue;
          const html = `<!DOCTYPE html><title>Page</title>\n${part.map((text) => `<p>${text}</p>\n`).join('')}`;
          const name = `${language}-${encoding}-${paragraphs}-${index}.html`;
          const path = join(folder, name);
          writeFileSync(path, converted(html, 'UTF-8', encoding));
          const unit = paragraphs === 1 ? 'paragraph' : 'paragraphs';
          yield { group: `${paragraphs} ${unit}`, encoding, html, path };
        }
      }
    }
  }
}

/**
 * @param {string | Uint8Array} text
 * @param {string} from
 * @param {string} to
 */
function converted(text, from, to) {
  return spawnSync('iconv', ['-c', '-f', from, '-t', to], { input: text, maxBuffer: 2 ** 28 })
    .stdout;
}

/**
 * Returns the messages that an encoding can represent.
 * @param {readonly string[]} messages
 * @param {string} encoding
 */
function decodable(messages, encoding) {
  const lines = messages.join('\n');
  const back = converted(converted(lines, 'UTF-8', encoding), encoding, 'UTF-8').toString();
  const unchanged = new Set(back.split('\n'));
  return messages.filter((text) => unchanged.has(text));
}

/**
 * Returns translated messages with characters beyond ASCII, in an order that is the same in each
 * run and mixes the programs.
 * @param {string} language
 */
function messagesOf(language) {
  const place = join('/usr/share/locale', language, 'LC_MESSAGES');
  const files = existsSync(place) ? readdirSync(place).filter((name) => name.endsWith('.mo')) : [];
  const messages = files
    .filter((name) => !name.startsWith('iso_'))
    .flatMap((name) => translations(readFileSync(join(place, name))))
    .map((text) =>
      text
        .replaceAll('\0', ' ')
        .replaceAll(/[<>&\s]+/g, ' ')
        .trim(),
    )
    .filter((text) => text.length > 25 && !/^[ -~]*$/.test(text));
  return [...new Set(messages)].sort((one, other) => key(one) - key(other));
}

/** @param {string} text */
function key(text) {
  return Buffer.from(text).reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7);
}

/**
 * Returns the translations in a catalog of GNU gettext (its manual, "The Format of GNU MO Files").
 * @param {Buffer} catalog
 */
function translations(catalog) {
  const count = catalog.readUInt32LE(8);
  const table = catalog.readUInt32LE(16);
  return Array.from({ length: count - 1 }, (_, index) => {
    const entryAt = table + 8 * (index + 1);
    const start = catalog.readUInt32LE(entryAt + 4);
    return catalog.toString('utf8', start, start + catalog.readUInt32LE(entryAt));
  });
}
