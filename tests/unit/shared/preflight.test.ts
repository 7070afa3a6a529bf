import { expect, it } from 'vitest';
import { literal, message } from '@shared/messages/message.js';
import { preflightSchema, publicFindings } from '@shared/preflight.js';

it('reads findings of earlier versions, whose messages are text', () => {
  const findings = preflightSchema.parse([{ kind: 'console', message: 'A script failed.' }]);
  expect(findings).toEqual([{ kind: 'console', message: literal('A script failed.') }]);
});

it('returns English texts for --json', () => {
  const finding = { kind: 'console', message: message('preflight.more', { count: 2 }) } as const;
  expect(publicFindings([finding])).toEqual([
    { kind: 'console', message: 'and 2 more like these' },
  ]);
});
