import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closeEngine, convert, inline } from '../../support/convert.js';
import { repetitions } from '../../../support/repetitions.js';
import { printOf } from './support/prints.js';

afterAll(closeEngine);

/**
 * Manuals of other projects, if this machine has them; a sample of their pages. The longest ones
 * (curses, pathlib) are printed by `npm run test:load` only.
 */
const manuals = [
  { folder: '/usr/share/doc/python3.11/html/library', every: repetitions({ few: 240, many: 60 }) },
  { folder: '/usr/share/doc/postgresql-doc-15/html', every: repetitions({ few: 300, many: 150 }) },
].filter(({ folder }) => existsSync(folder));

const pages = manuals.flatMap(({ folder, every }) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.html'))
    .filter((_, index) => index % every === 7)
    .map((name) => join(folder, name)),
);

describe.skipIf(pages.length === 0)(
  'pages of manuals print the same inlined as from their files',
  () => {
    it.each(pages)(
      '%s',
      async (path) => {
        const folder = path.startsWith('/usr/share/doc/python3.11') ? '/usr/share' : undefined;
        const source = { kind: 'file', path, ...(folder && { folder }) };
        const { html, inlined } = await inline({ source });
        expect(inlined).toBeGreaterThan(0);
        const direct = await convert({ source });
        const whole = await convert({ source: { kind: 'html', html } });
        expect(await printOf(whole.bytes)).toEqual(await printOf(direct.bytes));
      },
      120_000,
    );
  },
);
