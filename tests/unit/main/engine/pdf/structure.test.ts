import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { PdfMerger } from '../../../../../electron/main/engine/pdf/merge-pdf.js';
import { PdfSplitter } from '../../../../../electron/main/engine/pdf/split-pdf.js';
import { readPdf } from '../../../../support/read-pdf.js';

interface Entries {
  readonly C?: string;
  readonly ID?: PDFString;
  readonly A?: { readonly O: string; readonly Headers: PDFString[]; readonly ColSpan: number };
}

interface Spec {
  readonly type: string;
  readonly entries: Entries;
  /** Elements, or indexes of the pages of texts. */
  readonly kids: readonly (Spec | number)[];
}

const element = (type: string, entries: Entries, ...kids: readonly (Spec | number)[]): Spec => ({
  type,
  entries,
  kids,
});

interface TaggedOptions {
  readonly pages: number;
  readonly roles?: Readonly<Record<string, string>>;
  readonly classes?: Readonly<Record<string, { readonly O: string; readonly Width: number }>>;
  readonly language?: string;
}

/** Returns a PDF with a structure tree. Each page index in it is a text of that page. */
async function tagged(spec: Spec, options: TaggedOptions): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const { context, catalog } = document;
  const pages = Array.from({ length: options.pages }, () => document.addPage([100, 100]));
  const onPage: PDFRef[][] = pages.map(() => []);
  const root = context.nextRef();
  const ids: PDFObject[] = [];
  const add = ({ type, entries, kids }: Spec, parent: PDFRef): PDFRef => {
    const ref = context.nextRef();
    const contents = kids.map((kid) => {
      if (typeof kid !== 'number') return add(kid, ref);
      const MCID = onPage[kid]?.push(ref) ?? 0;
      return context.obj({ Type: 'MCR', Pg: pages[kid]?.ref, MCID: MCID - 1 });
    });
    const K = contents.length === 0 ? {} : { K: contents };
    context.assign(ref, context.obj({ S: type, P: parent, ...K, ...entries }));
    if (entries.ID !== undefined) ids.push(entries.ID, ref);
    return ref;
  };
  const K = add(spec, root);
  const Nums = onPage.flatMap((refs, index) => [index, context.register(context.obj(refs))]);
  const tree = { Type: 'StructTreeRoot', K, ParentTree: { Nums }, IDTree: { Names: ids } };
  const maps = { RoleMap: options.roles ?? {}, ClassMap: options.classes ?? {} };
  context.assign(root, context.obj({ ...tree, ...maps }));
  for (const [index, page] of pages.entries()) {
    page.node.set(PDFName.of('StructParents'), context.obj(index));
    const texts = (onPage[index] ?? []).map((_, id) => `/P <</MCID ${id}>> BDC EMC`);
    page.node.set(PDFName.of('Contents'), context.register(context.stream(texts.join('\n'))));
  }
  catalog.set(PDFName.of('StructTreeRoot'), root);
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  if (options.language !== undefined) document.setLanguage(options.language);
  return document.save({ useObjectStreams: false });
}

/** Returns the elements of a PDF with the entries that are not references, and its maps. */
async function read(bytes: Uint8Array) {
  await readPdf(bytes);
  const { catalog, context } = await PDFDocument.load(bytes);
  const root = catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
  const text = (dict: PDFDict, name: string) =>
    String(dict.lookup(PDFName.of(name)) ?? '').replace(/\s+/g, ' ');
  const kids = (dict: PDFDict) => {
    const K = dict.lookup(PDFName.of('K'));
    return K instanceof PDFArray ? K.asArray() : K === undefined ? [] : [dict.get(PDFName.of('K'))];
  };
  const below = (dict: PDFDict): unknown[] =>
    kids(dict).map((each) => {
      const kid = context.lookup(each, PDFDict);
      if (!kid.has(PDFName.of('S'))) return 'text';
      const type = text(kid, 'S').slice(1);
      const own = ['C', 'ID', 'A', 'Lang'].flatMap((name) => text(kid, name) || []);
      return [[type, ...own].join(' '), ...below(kid)];
    });
  const parents = root.lookup(PDFName.of('ParentTree'), PDFDict);
  return {
    elements: below(root),
    roles: text(root, 'RoleMap'),
    classes: text(root, 'ClassMap'),
    ids: String(root.lookup(PDFName.of('IDTree'))).match(/[(<][^<>)]+[)>]/g)?.length ?? 0,
    pages: parents.lookup(PDFName.of('Nums'), PDFArray).size() / 2,
  };
}

async function merged(...documents: readonly Uint8Array[]) {
  const merger = await PdfMerger.create();
  for (const bytes of documents)
    await merger.add({ bytes, titleOf: (title) => title, isTitle: () => false, url: null });
  return read(await (await merger.end()).save({ useObjectStreams: false }));
}

it('types and classes keep what they mean in each of the merged documents', async () => {
  const kids = [element('H', {}, 0), element('P', { C: 'wide' }, 0)];
  const spec = element('Chapter', {}, ...kids);
  const one = { pages: 1, roles: { Chapter: 'Part', Part: 'Sect', H: 'Note' }, language: 'en' };
  const two = { pages: 1, roles: { Chapter: 'Art' }, language: 'de' };
  const three = { pages: 1 };
  const result = await merged(
    await tagged(spec, { ...one, classes: { wide: { O: 'Layout', Width: 10 } } }),
    await tagged(spec, { ...two, classes: { wide: { O: 'Layout', Width: 20 } } }),
    await tagged(element('Document', {}, ...kids), three),
  );
  expect(result.elements).toEqual([
    [
      'Document',
      ['Chapter', ['H-2', 'text'], ['P /wide-2', 'text']],
      ['Chapter-2 (de)', ['H', 'text'], ['P /wide-3', 'text']],
      ['Document', ['H', 'text'], ['P /wide', 'text']],
    ],
  ]);
  expect(result.roles).toBe('<< /Chapter /Part /Part /Sect /H-2 /Note /Chapter-2 /Art >>');
  expect(result.classes).toMatch(/\/wide-2 <<.*10 >> \/wide-3 <<.*20 >>/);
  expect(result.pages).toBe(3);
});

/** A table whose last row has a blank cell, on two pages. */
const [a, b] = [PDFString.of('a'), PDFString.of('b')];
const table = element(
  'Table',
  {},
  element('TR', {}, element('TH', { ID: a }, 0), element('TH', { ID: b }, 0)),
  element(
    'TR',
    {},
    element('TD', { A: { O: 'Table', Headers: [a], ColSpan: 1 } }),
    element('TD', { A: { O: 'Table', Headers: [b], ColSpan: 1 } }, 1),
  ),
);

it('cells name the header cells of their own document', async () => {
  const document = await tagged(table, { pages: 2 });
  const { elements, ids } = await merged(document, document);
  expect(ids).toBe(4);
  const text = JSON.stringify(elements);
  const [first, second] = [/TH \(a\)/.exec(text), /TH <([^>]+)>/.exec(text)];
  expect(first).not.toBeNull();
  expect(text).toContain(`Headers [ <${second?.[1] ?? 'none'}> ]`);
});

it('rows keep all of their cells, and name no cell of another part', async () => {
  const splitter = await PdfSplitter.read(await tagged(table, { pages: 2 }));
  const [one, two] = await Promise.all(
    [0, 1].map(async (first) => read(await splitter.write({ first, end: first + 1, title: '' }))),
  );
  expect(one).toMatchObject({ pages: 1, ids: 2 });
  expect(one?.elements).toEqual([['Table', ['TR', ['TH (a)', 'text'], ['TH (b)', 'text']]]]);
  const cell = 'TD << /O /Table /ColSpan 1 >>';
  expect(two).toMatchObject({ pages: 1, ids: 0 });
  expect(two?.elements).toEqual([['Table', ['TR', [cell], [cell, 'text']]]]);
});
