import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ClaimedNames } from '../../../../electron/main/files/claimed-names.js';
import {
  type DeliveryRequest,
  needsTitle,
  planDelivery,
} from '../../../../electron/main/files/plan-delivery.js';
import type { ExistingPolicy } from '../../../../electron/shared/output.js';
import type { ConversionSource } from '../../../../electron/shared/request/source.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-plan-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (path: string, root?: string): ConversionSource => ({
  kind: 'file',
  path: resolve('/docs', path),
  ...(root !== undefined && { folder: resolve('/docs', root) }),
});
const address = (url: string): ConversionSource => ({ kind: 'url', url });
const html: ConversionSource = { kind: 'html', html: '<p>' };

async function paths(
  sources: readonly ConversionSource[],
  output: Partial<DeliveryRequest> = {},
  title?: string,
): Promise<readonly string[]> {
  const names = new ClaimedNames();
  const planned: string[] = [];
  for (const [index, source] of sources.entries()) {
    const [number, of] = [index + 1, sources.length];
    const one: DeliveryRequest = {
      owner: String(index),
      source,
      output: { folder: null, existing: 'number' },
      elsewhere: '/elsewhere',
      number,
      of,
      date: new Date(2026, 2, 9),
      ...output,
    };
    planned.push((await planDelivery(one, names, title)).path);
  }
  return planned;
}

const into = (existing: ExistingPolicy = 'number') => ({ output: { folder, existing } });

describe('planDelivery', () => {
  it('puts a PDF beside its source file, or in the default folder', async () => {
    expect(await paths([file('a/my page.html'), html])).toEqual([
      resolve('/docs/a/my page.pdf'),
      join('/elsewhere', 'document.pdf'),
    ]);
  });

  it.each([
    ['https://example.org/docs/page.html?x=1', 'page.pdf'],
    ['https://example.org/docs/', 'docs.pdf'],
    ['https://example.org/', 'example.org.pdf'],
    ['https://example.org/caf%C3%A9%20menu', 'cafe-menu.pdf'],
    ['https://example.org/%E0%A4%A', 'E0-A4-A.pdf'],
    ['https://example.org/v1.2', 'v1.2.pdf'],
    ['https://example.org/plan.svg', 'plan.pdf'],
  ])('names the PDF of %s', async (url, name) => {
    expect(await paths([address(url)], into())).toEqual([join(folder, name)]);
  });

  it('keeps the folder tree below another output folder', async () => {
    const sources = [file('manual/index.html', 'manual'), file('manual/guide/a.htm', 'manual')];
    expect(await paths(sources, into())).toEqual([
      join(folder, 'index.pdf'),
      join(folder, 'guide', 'a.pdf'),
    ]);
    expect(await paths(sources)).toEqual([
      resolve('/docs/manual/index.pdf'),
      resolve('/docs/manual/guide/a.pdf'),
    ]);
  });

  it('numbers duplicate names in a batch and names on the disk', async () => {
    writeFileSync(join(folder, 'x-2.pdf'), '');
    const sources = [file('a/x.html'), file('b/x.html'), file('c/X.htm')];
    expect(await paths(sources, into())).toEqual([
      join(folder, 'x.pdf'),
      join(folder, 'x-3.pdf'),
      join(folder, 'X-4.pdf'),
    ]);
  });

  it.each(['skip', 'overwrite'] as const)(
    'returns the same names each time with %s',
    async (each) => {
      writeFileSync(join(folder, 'x.pdf'), '');
      const sources = [file('a/x.html'), file('b/x.html')];
      expect(await paths(sources, into(each))).toEqual([
        join(folder, 'x.pdf'),
        join(folder, 'x-2.pdf'),
      ]);
    },
  );

  it('replaces placeholders', async () => {
    const sources = Array.from({ length: 12 }, (_, n) => file(`${n}.html`));
    const filled = await paths(sources, { ...into(), filename: '{n}_{date}-{name}.pdf' });
    expect(filled[1]).toBe(join(folder, '02_2026-03-09-1.pdf'));
    expect(filled[11]).toBe(join(folder, '12_2026-03-09-11.pdf'));
    const titled = await paths([html], { ...into(), filename: '{title}.pdf' }, 'A/B: c');
    expect(titled).toEqual([join(folder, 'A-B- c.pdf')]);
  });

  it('uses an exact path', async () => {
    const output = { ...into('overwrite'), path: '/x/{n} y.pdf', filename: '{title}.pdf' };
    expect(await paths([file('m/a.html', 'm')], output)).toEqual(['/x/{n} y.pdf']);
    expect(needsTitle(output)).toBe(false);
    expect(needsTitle({ filename: '{title}.pdf' })).toBe(true);
    expect(needsTitle({ filename: '{name}.pdf' })).toBe(false);
  });

  it('reports a disk that cannot be read', async () => {
    writeFileSync(join(folder, 'file'), '');
    const long = file(`${'x'.repeat(300)}.html`);
    await expect(paths([long], into())).rejects.toMatchObject({ code: 'write-failed' });
  });
});
