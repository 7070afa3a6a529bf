import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { catalogFile, catalogSource, parametersOf } from '../../../tools/messages/catalog.mjs';

it.each([
  ['Printing', {}],
  ["a {path} b {size, number} '{name}'", { path: 'Value', size: 'number' }],
  ['{size, number, ::.0} MB', { size: 'number' }],
  [
    '{count, plural, one {# file in {folder}} other {{count} files in {folder}}}',
    { count: 'number', folder: 'Value' },
  ],
  ['{a, select, x {y} other {{count, plural, other {#}}}}', { a: 'string', count: 'number' }],
  ['{n} {n, selectordinal, other {#th}}', { n: 'number' }],
  ['<b>{name}</b>', { name: 'Value' }],
])('the parameters of %j are %j', (text, types) => {
  expect(Object.fromEntries(parametersOf(text))).toEqual(types);
});

it('the languages and parameters in catalog.ts are up to date', () => {
  const isUpToDate = readFileSync(catalogFile, 'utf8') === catalogSource();
  expect(isUpToDate, 'catalog.ts is stale: run "npm run messages"').toBe(true);
});
