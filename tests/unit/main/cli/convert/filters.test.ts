import { expect, it } from 'vitest';
import { type FileFilter, fileTest } from '../../../../../electron/main/cli/convert/filters.js';
import { issuesIn } from '../support/parse-arguments.js';

const files = ['index.html', 'draft.html', 'a/index.html', 'a/old/b.htm', 'picture.svg', 'c.mht'];

function selected(filter: Partial<FileFilter>): readonly string[] {
  const isSelected = fileTest({ include: [], exclude: [], only: [], ...filter }, '/docs');
  return files.filter((file) => isSelected(`/docs/${file}`));
}

it.each([
  [{}, files],
  [{ include: ['index.html'] }, ['index.html', 'a/index.html']],
  [{ include: ['/index.html'] }, ['index.html']],
  [{ include: ['a/'] }, ['a/index.html', 'a/old/b.htm']],
  [{ include: ['*.svg', 'a/**/*.htm'] }, ['a/old/b.htm', 'picture.svg']],
  [{ exclude: ['old', 'draft.*'] }, ['index.html', 'a/index.html', 'picture.svg', 'c.mht']],
  [{ include: ['*.html'], exclude: ['a'] }, ['index.html', 'draft.html']],
  [{ include: ['*.HTML'] }, []],
  [{ only: ['html'] }, ['index.html', 'draft.html', 'a/index.html', 'a/old/b.htm']],
  [{ only: ['svg', 'mhtml'] }, ['picture.svg', 'c.mht']],
])('%j selects %j', (filter, expected) => {
  expect(selected(filter)).toEqual(expected);
});

it.each([
  [
    ['--only', 'htm'],
    'only',
    '--only is "htm". It must be html, mhtml, svg, markdown, text, epub, or docx. Did you mean html?',
  ],
  [
    ['--only', 'pdf'],
    'only',
    '--only is "pdf". It must be html, mhtml, svg, markdown, text, epub, or docx.',
  ],
  [['--include', ''], 'include', 'Enter a pattern such as docs/ or *.html.'],
  [['--exclude', ' '], 'exclude', 'Enter a pattern such as docs/ or *.html.'],
  [
    ['--newer', '--existing', 'skip'],
    'newer',
    '--newer replaces the PDFs of changed files. Remove --existing.',
  ],
  [
    ['--newer', '--out', '-'],
    'newer',
    '--newer compares files, but --out - writes none. Remove one of them.',
  ],
  [
    ['--newer', '--to', 's3://papers/x.pdf'],
    'newer',
    '--newer compares files on this machine. Remove --to, or --newer.',
  ],
  [
    ['--newer', '--filename', '{title}.pdf'],
    'newer',
    '--newer needs names that are known before a page has loaded. Remove {title} from --filename.',
  ],
  [['--include', '#a'], 'include', /starts with #/],
  [['--include', 'docs/['], 'include', /has a \[ without a \]/],
  [['--exclude', 'https://a.example/b'], 'exclude', /is a URL\. Enter its path/],
  [['--watch', '--existing', 'skip'], 'watch', /^--watch replaces the PDFs of changed files/],
  [['--watch', '--to', 's3://papers/x.pdf'], 'watch', /Remove --to, or --watch\.$/],
  [['--watch', '--merge'], 'watch', /^--watch converts each document by itself/],
  [['--watch', '--urls', 'list.txt'], 'watch', /Remove --urls\.$/],
  [['--watch', '--filename', '{n}-{name}.pdf'], 'watch', /Remove \{n\} from --filename/],
])('%j is an issue of %s', (args, field, text) => {
  expect(issuesIn('/', ['a', ...args])).toContainEqual([
    field,
    typeof text === 'string' ? text : (expect.stringMatching(text) as string),
  ]);
});
