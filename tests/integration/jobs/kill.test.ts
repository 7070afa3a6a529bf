import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPdf } from '../../support/read-pdf.js';
import { windowTests } from '../window/support/start-platen.js';
import { addFiles, call, listOf, untilCompleted } from './support/queue-client.js';
import { repetitions } from '../../support/repetitions.js';
import { englishText } from '../../../electron/shared/messages/translator.js';

const { startPlaten, temporary } = windowTests();

const kills = repetitions({ few: 1, many: 3 });

/** Each kill has its own part of them. */
const files = repetitions({ few: 12, many: 60 });

const names = Array.from({ length: files }, (_, index) => {
  const folder = ['', 'guide/', 'guide/deep/'][index % 3] ?? '';
  return `${folder}page-${Math.floor(index / 2)}.${index % 2 === 0 ? 'html' : 'htm'}`;
});
const sheetsOf = (index: number) => index % 4;

const pages = Object.fromEntries(
  names.map((name, index) => {
    const sheet = '<div style="break-after: page">A page of it</div>';
    return [name, `<title>${name}</title><p>This is ${name}.</p>${sheet.repeat(sheetsOf(index))}`];
  }),
);

/** The pages and text of every PDF, by path. */
const expected = Object.fromEntries(
  names.map((name, index) => {
    const sheets = Array.from({ length: sheetsOf(index) }, () => 'A page of it');
    const text = [`This is ${name}.`, ...sheets].join('\n');
    const path = `/${name.replace(/\.html?$/, '.pdf')}`;
    return [path, `${Math.max(1, sheets.length)} pages: ${text}`];
  }),
);

/** Returns the pages and text of every PDF below a folder, by path. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(
    files.map(async (path) => {
      const pdf = await readPdf(readFileSync(path));
      return [path.slice(folder.length), `${pdf.pages.length} pages: ${pdf.text}`] as const;
    }),
  );
  return Object.fromEntries(contents.sort(([a], [b]) => a.localeCompare(b)));
}

/** Converts all pages, killing Platen whenever so many of them are completed. */
async function convertAll(killedAt: readonly number[]): Promise<Record<string, string>> {
  const [folder, out, userData] = [temporary.with(pages), temporary.with({}), temporary.with({})];
  const paths = names.map((name) => join(folder, name));
  const first = await startPlaten(userData);
  await addFiles(first.page, folder, paths, out);
  let platen = first;
  for (const count of killedAt) {
    await untilCompleted(platen.page, count);
    await platen.kill();
    platen = await startPlaten(userData);
    const { notices } = await call(platen.page, 'app:start', undefined);
    expect(notices.map(({ message }) => englishText(message)).join(' ')).toMatch(
      /jobs? from the last session w(?:as|ere) restored and will continue now/,
    );
  }
  await untilCompleted(platen.page, names.length);
  const { rows, summary } = await listOf(platen.page);
  await platen.close();
  expect(summary.counts).toMatchObject({
    completed: names.length,
    queued: 0,
    running: 0,
    failed: 0,
  });
  expect(new Set(rows.map(({ path }) => path)).size).toBe(names.length);
  expect(rows.map(({ name }) => name)).toEqual(names.map((name) => name.split('/').at(-1)));
  return contentsOf(out);
}

test(
  `kills at random moments (kills: ${kills}) lose no job and convert none twice`,
  { timeout: 480_000 },
  async () => {
    const random = () => Math.floor((Math.random() * files) / (kills + 1));
    const killedAt = Array.from(
      { length: kills },
      (_, part) => Math.floor((part * files) / (kills + 0.5)) + random(),
    );
    const killed = await convertAll(killedAt);
    expect(killed, `killed at ${killedAt.join(', ')}`).toEqual(expected);
  },
);
