// Compares Platen's PDFs with Chromium's own print of the same pages:
// `npm run fidelity -- [--pages N] [--out FOLDER] [TREE...]`, where TREE is a folder with pages.
// Prints a table in Markdown, and writes the PDFs and the differences of each page to --out.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { comparePdfs } from './compare.mjs';
import { printWithChromium, printWithPlaten } from './print.mjs';
import { debianTrees, pagesOf } from './trees.mjs';
import { answerHelp } from '../answer-help.mjs';

answerHelp(`npm run fidelity -- [options] [TREE...]

Compares Platen's PDFs with Chromium's own print of the same pages. Prints a table in Markdown.

  TREE...        folders with HTML pages; the documentation installed on Debian if left out
  --pages N      pages of each tree; 60 if left out
  --out FOLDER   for the PDFs and the differences of each page; fidelity/ if left out
`);

const { values, positionals } = parseArgs({
  options: {
    pages: { type: 'string', default: '60' },
    out: { type: 'string', default: 'fidelity' },
  },
  allowPositionals: true,
});
const out = resolve(values.out);
const trees = (positionals.length > 0 ? positionals : debianTrees).filter((tree) =>
  existsSync(tree),
);
if (trees.length === 0) throw new Error('There are no trees: name a folder with HTML files.');

/** @type {import('./compare.mjs').Comparison[]} */
const all = [];
const rows = [];
for (const [index, tree] of trees.entries()) {
  const pages = pagesOf(tree, Number(values.pages));
  process.stderr.write(`fidelity: ${tree}, ${pages.length} pages\n`);
  const folder = resolve(out, String(index));
  mkdirSync(folder, { recursive: true });
  const byPlaten = await printWithPlaten(tree, pages, resolve(folder, 'platen'));
  const byChromium = await printWithChromium(pages, resolve(folder, 'chromium'));
  const compared = [];
  for (const page of pages) {
    compared.push(await comparePdfs(page, byPlaten.get(page), byChromium.get(page)));
  }
  all.push(...compared);
  rows.push(row(tree, compared));
}
rows.push(row('All', all));
writeFileSync(
  resolve(out, 'differences.json'),
  JSON.stringify(
    all.filter(({ differences }) => differences.length > 0),
    null,
    2,
  ),
);
const head = ['Pages of', 'Compared', 'Identical', ...aspects()];
const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
process.stdout.write(`${lines.join('\n')}\n`);

/** @returns {readonly string[]} */
function aspects() {
  return ['count', 'text', 'links', 'fonts', 'picture', 'failed'];
}

/**
 * @param {string} tree
 * @param {readonly import('./compare.mjs').Comparison[]} compared
 */
function row(tree, compared) {
  const identical = compared.filter(({ differences }) => differences.length === 0).length;
  const counts = aspects().map(
    (aspect) =>
      compared.filter(({ differences }) => differences.some((one) => one.aspect === aspect)).length,
  );
  return [tree.replace('/usr/share/doc/', ''), compared.length, identical, ...counts];
}
