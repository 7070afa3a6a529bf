import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.js';
import { repetitions } from '../../support/repetitions.js';
import { killGroup, runConvert, startConvert } from '../support/run-convert.js';
import { convertHere } from '../support/run-here.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

const debianPages = ['/usr/share/doc/bash', '/usr/share/doc/bzip2', '/usr/share/doc/xz-utils'];
let folder: TemporaryFolder;

beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

/** Pages of this test, and real ones from the machine's documentation if it has some. */
function manyPages(): string {
  const ownPages = Array.from({ length: 24 }, (_, n) => {
    const pageBreaks = '<p style="break-before:page">more'.repeat(n % 3);
    return [
      `own/${n % 4}/${n}.html`,
      `<title>Page ${n}</title><h1>${n}</h1>${pageBreaks}`,
    ] as const;
  });
  const realPages = debianPages.filter(existsSync).flatMap((place) =>
    readdirSync(place)
      .filter((name) => name.endsWith('.html'))
      .map((name) => [`real/${name}`, readFileSync(join(place, name))] as const),
  );
  return folder.with(Object.fromEntries<string | Buffer>([...ownPages, ...realPages]));
}

/** Starts the command in its own process group, and kills the group after so many PDFs. */
async function runAndKill(args: readonly string[], cwd: string, created: number): Promise<void> {
  const child = startConvert(args, { cwd, detached: true });
  let lines = 0;
  child.stdout.on('data', (data: Buffer) => {
    lines += data.toString().split('\n').length - 1;
    if (lines >= created) killGroup(child);
  });
  await new Promise((ended) => child.on('close', ended));
}

/** Returns what can be compared of every PDF below a folder; their dates differ. */
async function contentsOf(place: string): Promise<ReadonlyMap<string, unknown>> {
  const paths = readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const contents = new Map<string, unknown>();
  for (const path of paths) {
    const { pages, text, information } = await readPdf(readFileSync(path));
    const title = information['Title'];
    contents.set(relative(place, path), { pages: pages.length, text, title });
  }
  return contents;
}

const kills = repetitions({ few: 1, many: 3 });

it(`--existing skip creates what a kill has left out, and nothing else (kills: ${kills})`, async () => {
  const place = manyPages();
  const args = (out: string) => ['own', 'real', '--out', out, '--existing', 'skip', '--quiet'];
  const whole = await convertHere(args('whole'), { cwd: place });
  expect(whole.status).toBe(0);

  for (let kill = 0; kill < kills; kill += 1) {
    await runAndKill(args('killed'), place, 1 + Math.floor(Math.random() * 8));
  }
  const rest = await runConvert(args('killed'), { cwd: place });
  expect(rest.status).toBe(0);
  expect(rest.lines.length).toBeLessThan(whole.lines.length);
  expect(await contentsOf(join(place, 'killed'))).toEqual(await contentsOf(join(place, 'whole')));
}, 600_000);
