import { expect, it } from 'vitest';
import { PartFindings } from '../../../../../electron/main/engine/print/part-findings.js';
import { literal } from '../../../../../electron/shared/messages/message.js';
import { englishText } from '../../../../../electron/shared/messages/translator.js';

it.each([
  [2, 2, 'all documents: A font is missing.'],
  [1, 2, 'a0.html: A font is missing.'],
  [2, 3, 'a0.html and a1.html: A font is missing.'],
  [5, 6, 'a0.html and 4 more documents: A font is missing.'],
])('a finding that %i of %i documents have is listed once: %s', (having, count, expected) => {
  const findings = new PartFindings(count);
  for (let index = 0; index < having; index += 1) {
    const source = { kind: 'html', html: '', name: `a${index}.html` } as const;
    findings.add(source, [{ kind: 'fonts', message: literal('A font is missing.') }]);
  }
  findings.add({ kind: 'html', html: '', name: 'own.html' }, []);
  expect(findings.preflight.map(({ message }) => englishText(message))).toEqual([expected]);
});
