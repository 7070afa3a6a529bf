import { describe, expect, it } from 'vitest';
import { parseSplit } from '../../../../../electron/main/cli/convert/split.js';
import { englishText } from '../../../../../electron/shared/messages/translator.js';
import { issuesIn } from '../support/parse-arguments.js';

describe('the value of --split', () => {
  it.each([
    ['pages:1', { kind: 'pages', pages: 1 }],
    ['Pages:250', { kind: 'pages', pages: 250 }],
    ['size:5MB', { kind: 'size', bytes: 5_000_000 }],
    ['size:1.5 mb', { kind: 'size', bytes: 1_500_000 }],
    ['size:300KB', { kind: 'size', bytes: 300_000 }],
    ['size:1GB', { kind: 'size', bytes: 1_000_000_000 }],
    ['bookmarks', { kind: 'bookmarks' }],
  ])('%j is a rule', (text, rule) => {
    expect(parseSplit(text)).toEqual({ ok: true, rule });
  });

  it.each([
    ['', 'Enter pages:10, size:5MB, or bookmarks.'],
    ['10', '--split is "10". Enter pages:10, size:5MB, or bookmarks.'],
    ['bookmarks:1', 'Enter pages:10'],
    ['pages:', 'needs a whole number of pages'],
    ['pages:0', 'needs a whole number of pages'],
    ['pages:-2', 'needs a whole number of pages'],
    ['pages:1.5', 'needs a whole number of pages'],
    ['size:5', 'needs a size in KB, MB or GB'],
    ['size:0MB', 'needs a size in KB, MB or GB'],
    ['size:-1MB', 'needs a size in KB, MB or GB'],
    ['size:5TB', 'needs a size in KB, MB or GB'],
  ])('%j is refused', (text, issue) => {
    const parsed = parseSplit(text);
    expect(parsed.ok ? '' : englishText(parsed.issue)).toContain(issue);
  });

  it.each([
    [['--remote', 'Acme'], /not possible with --remote/],
    [['--newer'], /which --newer cannot compare/],
    [['--watch'], /which --watch cannot compare/],
    [['--webhook', 'https://example.org/'], /a webhook reports one/],
    [['--out', 'a.pdf'], /--out is "a.pdf".*Enter a folder/],
    [['--out', '-'], /--out is "-".*Enter a folder/],
  ])('cannot be combined with %j', (argv, issue) => {
    expect(issuesIn('/', ['a.html', '--split', 'pages:1', ...argv])).toEqual([
      ['split', expect.stringMatching(issue) as string],
    ]);
  });
});
