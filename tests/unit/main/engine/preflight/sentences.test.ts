import { describe, expect, it } from 'vitest';
import { literal } from '../../../../../electron/shared/messages/message.js';
import { englishText } from '../../../../../electron/shared/messages/translator.js';
import { consoleMessage } from '../../../../../electron/main/engine/preflight/console-findings.js';
import {
  characterFinding,
  familyFindings,
} from '../../../../../electron/main/engine/preflight/examine-print.js';
import { oneLine, refuseFindings } from '../../../../../electron/main/engine/contract/findings.js';
import type { Finding } from '../../../../../electron/shared/request/preflight.js';

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
  ])('%j', (change, sentence) => {
    const found = consoleMessage({ ...line, ...change }, page);
    expect(found && englishText(found)).toBe(sentence);
  });

  it('is truncated', () => {
    const found = consoleMessage({ ...line, message: 'x'.repeat(9999) }, page);
    const sentence = found === null ? '' : englishText(found);
    expect(sentence.length).toBeLessThan(300);
    expect(sentence).toMatch(/x…$/);
  });
});

it('text of a page is shown on one line without control characters', () => {
  expect(oneLine(' a\n\tb\u001b[31mred\u202ec\u0000 ', 99)).toBe('a b [31mred c');
  expect(oneLine('😀😀😀😀', 3)).toBe('😀😀…');
});

describe('a replaced font', () => {
  const missing = {
    family: 'Corporate',
    replacement: '',
    isGeneric: false,
    hasAlternatives: false,
    text: 'The text',
  };
  const sentence = (by: string, family = 'Corporate') =>
    `The font "${family}" is neither installed nor loaded by the page; ${by} was used instead.`;

  it.each([
    [{}, sentence('the standard font')],
    [{ replacement: 'serif', isGeneric: true }, sentence('the standard serif font')],
    [{ replacement: 'Arial', hasAlternatives: true }, sentence('"Arial"')],
    [
      { family: 'Georgia', replacement: 'serif', isGeneric: true },
      sentence('the standard serif font', 'Georgia'),
    ],
  ])('%j', (change, expected) => {
    expect(familyFindings([{ ...missing, ...change }]).map(englishText)).toEqual([expected]);
  });

  it('is not reported in a font list for several systems', () => {
    const family = { ...missing, family: 'Segoe UI', replacement: 'Arial', hasAlternatives: true };
    expect(familyFindings([family])).toEqual([]);
  });
});

it('a missing character is shown, except from right-to-left scripts', () => {
  const textOf = (characters: readonly string[]) => {
    const finding = characterFinding(characters);
    return finding && englishText(finding);
  };
  expect(textOf([])).toBeNull();
  expect(textOf(['न'])).toBe(
    'One character is in no installed or loaded font, so empty boxes are printed: न (U+0928).',
  );
  expect(textOf(['ש', '\ue123'])).toMatch(/: U\+05E9 and U\+E123\.$/);
});

describe('findings that fail a conversion', () => {
  const finding = (kind: Finding['kind'], text: string): Finding => ({
    kind,
    message: literal(text),
  });
  const preflight = [
    finding('console', 'A.'),
    finding('images', 'B.'),
    finding('console', 'C.'),
    finding('resources', 'D.'),
    finding('console', 'E.'),
  ];

  it('are counted by kind, and the first three are quoted', () => {
    expect(() => refuseFindings(preflight, ['resources', 'console'])).toThrow(
      'The page has 1 resource that failed to load and 3 console errors, and this conversion is set to fail on that. A. C. D. (1 more)',
    );
  });

  it('are only those of the requested kinds', () => {
    expect(() => refuseFindings(preflight)).not.toThrow();
    expect(() => refuseFindings(preflight, ['fonts', 'cut-off'])).not.toThrow();
  });
});
