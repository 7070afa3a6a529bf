import { describe, expect, it } from 'vitest';
import { consoleMessage } from '../../../../../electron/main/engine/preflight/console-findings.js';
import {
  characterFinding,
  familyFindings,
} from '../../../../../electron/main/engine/preflight/examine-print.js';
import { oneLine, refuseFindings } from '../../../../../electron/main/engine/preflight/findings.js';
import type { Finding } from '../../../../../electron/shared/preflight.js';

describe('a line on the console', () => {
  const line = { level: 'error' as const, message: 'wrong', lineNumber: 0, sourceId: '' };
  const page = 'https://example.org/a/page.html#part';

  it.each([
    [{}, 'The console of the page shows an error: wrong'],
    [{ lineNumber: 7 }, 'The console of the page shows an error (line 7): wrong'],
    [
      { lineNumber: 7, sourceId: 'https://example.org/a/page.html' },
      'The console of the page shows an error (line 7): wrong',
    ],
    [
      { lineNumber: 7, sourceId: 'https://cdn.example.org/lib/a%20b.js?v=1' },
      'The console of the page shows an error (a b.js, line 7): wrong',
    ],
    [
      { sourceId: 'https://cdn.example.org/' },
      'The console of the page shows an error (cdn.example.org): wrong',
    ],
    [
      { sourceId: 'https://example.org/100%.js' },
      'The console of the page shows an error (100%.js): wrong',
    ],
    [{ message: 'Uncaught (in promise) Error: x' }, 'A script of the page failed: Error: x'],
    [{ message: '' }, 'The console of the page shows an error: an empty line'],
    [{ level: 'warning' as const }, null],
    [{ message: 'Failed to load resource: net::ERR_FAILED' }, null],
    [{ message: 'Not allowed to load local resource: file:///etc/passwd' }, null],
  ])('%j', (change, sentence) => {
    expect(consoleMessage({ ...line, ...change }, page)).toBe(sentence);
  });

  it('is cut where it is long', () => {
    const sentence = consoleMessage({ ...line, message: 'x'.repeat(9999) }, page) ?? '';
    expect(sentence.length).toBeLessThan(300);
    expect(sentence).toMatch(/x…$/);
  });
});

it('what comes from a page fits on one line, without what steers a terminal', () => {
  expect(oneLine(' a\n\tb\u001b[31mred\u202ec\u0000 ', 99)).toBe('a b [31mred c');
  expect(oneLine('😀😀😀😀', 3)).toBe('😀😀…');
});

describe('a replaced font', () => {
  const missing = {
    family: 'Corporate',
    replacement: '',
    isGeneric: false,
    hasAlternatives: false,
  };
  const sentence = (by: string, family = 'Corporate') =>
    `The font "${family}" is neither installed nor loaded by the page; ${by} was used instead.`;

  it.each([
    [{}, [], sentence('the standard font')],
    [{}, ['DejaVuSans'], sentence('the standard font, DejaVuSans,')],
    [{ replacement: 'serif', isGeneric: true }, ['A', 'B'], sentence('the standard serif font')],
    [{ replacement: 'Arial', hasAlternatives: true }, ['A'], sentence('"Arial"')],
    [
      { family: 'Georgia', replacement: 'serif', isGeneric: true },
      [],
      sentence('the standard serif font', 'Georgia'),
    ],
  ])('%j, %j', (change, used, expected) => {
    expect(familyFindings([{ ...missing, ...change }], used)).toEqual([expected]);
  });

  it('is no finding in a list for all systems', () => {
    const family = { ...missing, family: 'Segoe UI', replacement: 'Arial', hasAlternatives: true };
    expect(familyFindings([family], [])).toEqual([]);
  });
});

it('a missing character is named by its sign where that does not turn the sentence round', () => {
  expect(characterFinding([])).toBeNull();
  expect(characterFinding(['न'])).toBe(
    'One character is in no installed or loaded font, so empty boxes are printed: न (U+0928).',
  );
  expect(characterFinding(['ש', '\ue123'])).toMatch(/: U\+05E9 and U\+E123\.$/);
});

describe('findings that fail a conversion', () => {
  const finding = (kind: Finding['kind'], message: string): Finding => ({ kind, message });
  const preflight = [
    finding('console', 'A.'),
    finding('images', 'B.'),
    finding('console', 'C.'),
    finding('resources', 'D.'),
    finding('console', 'E.'),
  ];

  it('are counted by kind, and the first are quoted', () => {
    expect(() => refuseFindings(preflight, ['resources', 'console'])).toThrow(
      'The page has 1 resource that failed to load, 3 console errors, and this conversion is set to fail on that. A. C. D. (1 more)',
    );
  });

  it('are only those that were named', () => {
    expect(() => refuseFindings(preflight)).not.toThrow();
    expect(() => refuseFindings(preflight, ['fonts', 'cut-off'])).not.toThrow();
  });
});
