import { expect, it } from 'vitest';
import { literal, message } from '@shared/messages/message.js';
import { foldersToAllow, publicFindings } from '@shared/request/preflight.js';

it('returns English texts for --json', () => {
  const finding = { kind: 'console', message: message('preflight.more', { count: 2 }) } as const;
  expect(publicFindings([finding])).toEqual([
    { kind: 'console', message: 'and 2 more like these' },
  ]);
});

it('offers each folder once, and none below another one', () => {
  const finding = { kind: 'refused', message: literal('not allowed') } as const;
  const folders = ['/doc/a/b', '/doc/a', '/doc/ab', '/doc/a', 'C:\\doc', 'C:\\doc\\x'];
  expect(foldersToAllow(folders.map((folder) => ({ ...finding, folder })))).toEqual([
    '/doc/a',
    '/doc/ab',
    'C:\\doc',
  ]);
});
