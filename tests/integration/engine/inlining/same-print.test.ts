import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { message } from '../../../../electron/shared/messages/message.js';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeEngine, convert, inline } from '../../support/convert.js';
import { redDot, site } from './support/site.js';
import { printOf } from './support/prints.js';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-pack-'));
  for (const [name, contents] of Object.entries(site)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), contents);
  }
});
afterAll(async () => {
  await closeEngine();
  rmSync(folder, { recursive: true });
});

const sourceOf = (name: string) => ({ kind: 'file', path: join(folder, name) });

/** Prints a page as it is, and inlined. */
async function bothPrints(request: { source: object }) {
  const inlined = await inline(request);
  const options = { ...request, source: { kind: 'html', html: inlined.html } };
  const [direct, whole] = await Promise.all([convert(request), convert(options)]);
  const kindsOf = (pdf: typeof direct) => pdf.preflight.map(({ kind }) => kind);
  return {
    inlined,
    direct: await printOf(direct.bytes),
    whole: await printOf(whole.bytes),
    findings: [kindsOf(direct), kindsOf(whole)],
  };
}

describe('an inlined page prints like the page', () => {
  it.each(Object.keys(site).filter((name) => /^[\w-]+\.(x?html|svg|txt|mht)$/.test(name)))(
    '%s',
    async (name) => {
      const { inlined, direct, whole, findings } = await bothPrints({ source: sourceOf(name) });
      // A document that is inlined as a URL is drawn by another process, in other steps.
      const onPages =
        name === 'frames.html' ? direct.map(({ text, images }) => ({ text, images })) : direct;
      expect(whole).toMatchObject(onPages);
      expect(findings[1]).toEqual(findings[0]);
      expect(inlined.unresolved).toEqual([]);
    },
  );

  it.each([
    'examples/report.html',
    'examples/wide-tables.html',
    'examples/chart.html',
    'examples/japanese.html',
    'examples/arabic.html',
    'examples/invoice.html',
  ])('%s of this repository', async (path) => {
    const { inlined, direct, whole } = await bothPrints({
      source: { kind: 'file', path: resolve(import.meta.dirname, '../../../..', path) },
    });
    expect(whole).toEqual(direct);
    expect(inlined.unresolved).toEqual([]);
  });
});

describe('the summary of an inlined page', () => {
  it('contains the number of its files, and its size', { tags: ['core'] }, async () => {
    const inlined = await inline({ source: sourceOf('images.html') });
    expect(inlined.inlined).toBe(8);
    expect(inlined.size).toBe(Buffer.byteLength(inlined.html));
    expect(inlined.html).toContain(redDot.toString('base64'));
  });

  it('an archive in windows-1252 becomes UTF-8, and declares it', async () => {
    const { html, unresolved } = await inline({ source: sourceOf('saved.mht') });
    expect(html).toContain('<title>Größe</title><p>“Äpfel” für 3 €</p>');
    expect(html).not.toMatch(/windows-1252|example\.org/);
    const [, css = ''] = /href="data:text\/css;charset=utf-8;base64,([^"]+)"/.exec(html) ?? [];
    expect(Buffer.from(css, 'base64').toString()).toContain('content: "“Stück”: "');
    expect(html).toMatch(/<iframe srcdoc="[^"]*“Füße” 5 €/);
    expect(unresolved).toEqual([]);
  });

  it('HTML without references is unchanged', async () => {
    const html = '<!DOCTYPE html>\r\n<p title=\'a "b"\'>One &amp two<br/><img src=data:,>';
    expect(await inline({ source: { kind: 'html', html } })).toMatchObject({
      html,
      inlined: 0,
      unresolved: [],
    });
    expect(await inline({ source: { kind: 'html', html, base: folder } })).toMatchObject({
      html,
      inlined: 0,
    });
  });

  it('pasted HTML reads its files from the folder of its base', async () => {
    const source = { kind: 'html', html: '<img src="img/red.png">', base: folder };
    const { html } = await inline({ source });
    expect(html).toBe(`<img src="data:image/png;base64,${redDot.toString('base64')}">`);
  });

  it('what scripts load and what is missing is listed, with the reason', async () => {
    writeFileSync(
      join(folder, 'asked.html'),
      '<img src="gone.png"><p id=p>…</p><script>fetch("img/red.png").then(a=>p.textContent=a.status)</script>',
    );
    const { unresolved } = await inline({ source: sourceOf('asked.html') });
    expect(unresolved).toEqual([
      { address: 'gone.png', reason: message('engine.notInlinedMissing') },
      {
        address: 'img/red.png',
        reason: message('engine.notInlinedScript'),
      },
    ]);
  });

  it('nothing outside of its folder is inlined', { tags: ['core'] }, async () => {
    mkdirSync(join(folder, 'below'), { recursive: true });
    writeFileSync(
      join(folder, 'below', 'page.html'),
      '<img src="../img/red.png"><iframe src="/etc/passwd"></iframe>',
    );
    const { html, unresolved } = await inline({ source: sourceOf('below/page.html') });
    expect(html).not.toContain(redDot.toString('base64'));
    expect(html).not.toContain('data:');
    expect(unresolved.map(({ address }) => address)).toEqual(['../img/red.png', '/etc/passwd']);
  });
});

describe('inlining ends', () => {
  it('when it is canceled', async () => {
    const controller = new AbortController();
    controller.abort();
    const work = inline({ source: sourceOf('images.html') }, { signal: controller.signal });
    await expect(work).rejects.toMatchObject({ code: 'canceled' });
  });

  it('at the timeout', async () => {
    writeFileSync(join(folder, 'endless.html'), '<img src="a.png"><script>for(;;);</script>');
    const work = inline({ source: sourceOf('endless.html'), timeoutSeconds: 1 });
    await expect(work).rejects.toMatchObject({ code: 'timed-out' });
  });
});
