import { describe, expect, it } from 'vitest';
import {
  entriesBelow,
  withoutSiteName,
} from '../../../../../electron/main/engine/print/document-titles.js';

describe('the heading that repeats the title of its document', () => {
  it.each([
    ['Usage – Manual', 'Usage'],
    ['1. Basics', 'Chapter 1. Basics'],
    ['add(1)', 'add(1) Manual Page'],
    ['Usage', 'Appendix B: Usage'],
    ['Plots (GNU Octave (version 7.3.0))', '15 Plots'],
    ['Sets (GNU Octave (version 7.3.0))', '27 Sets'],
  ])('of "%s" is left out: "%s"', (title, heading) => {
    const entries = [
      { title: heading, level: 1 },
      { title: `below ${heading}`, level: 2 },
    ];
    expect(entriesBelow(title, entries)).toEqual([{ title: `below ${heading}`, level: 2 }]);
  });

  it.each([
    ['Add', 'Adding'],
    ['Usage', 'Advanced usage'],
    ['Usage', 'Usage examples'],
    ['Maps (theory) (GNU Octave (version 7.3.0))', 'Other'],
  ])('is not, in "%s", "%s"', (title, heading) => {
    const entries = [
      { title: heading, level: 1 },
      { title: `below ${heading}`, level: 2 },
    ];
    expect(entriesBelow(title, entries)).toEqual([
      { title: heading, level: 2 },
      { title: `below ${heading}`, level: 3 },
    ]);
  });
});

describe('the name of the site', () => {
  it.each([
    [
      'that most titles end with is left out',
      ['1. Basics — Manual', '2. More - or less — Manual', 'Index', 'Copyright — Manual'],
      ['1. Basics', '2. More - or less', 'Index', 'Copyright'],
    ],
    [
      'is left out in parentheses, as in the manuals of GNU',
      ['Plots', 'Sets', 'Maps (theory)'].map((title) => `${title} (GNU Octave (version 7.3.0))`),
      ['Plots', 'Sets', 'Maps (theory)'],
    ],
    ['stays if few documents share it', ['A — Manual', 'B — Manual'], ['A — Manual', 'B — Manual']],
  ])('%s', (_what, titles, expected) => {
    expect(titles.map(withoutSiteName(titles))).toEqual(expected);
  });
});
