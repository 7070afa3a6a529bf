import { beforeEach, expect, it, vi } from 'vitest';
import type { Artifact } from '../../../../../electron/shared/artifact.js';
import { PdfViewerController } from '../../../../../renderer/document/viewer/viewer-controller.js';
import { testLimits } from '../../../../support/runner-options.js';

interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

function deferred(): Deferred {
  const resolve = vi.fn<() => void>();
  const promise = new Promise<void>((settle) => {
    resolve.mockImplementation(settle);
  });
  return { promise, resolve };
}

interface FakeView {
  readonly address: string;
  readonly laidOut: Deferred;
  readonly firstDrawn: Deferred;
}

const views = vi.hoisted(() => new Map<string, FakeView>());
/** The elements in the document; those that are incoming are hidden. */
const inDocument = vi.hoisted(() => new Map<string, { readonly dataset: { incoming?: string } }>());

vi.mock('../../../../../renderer/document/viewer/pdf-view.js', () => {
  class PdfView {
    readonly page = 0;
    readonly pageCount = 1;
    readonly scale = 1;
    readonly element;
    readonly #fake: FakeView;

    constructor({ address }: { readonly address: string }) {
      this.#fake = { address, laidOut: deferred(), firstDrawn: deferred() };
      this.element = { address, dataset: {}, contains: () => false, focus: vi.fn() };
      views.set(address, this.#fake);
    }
    open = async () => this.#fake.laidOut.promise;
    drawn = async () => this.#fake.firstDrawn.promise;
    anchor = () => ({ page: 0, offset: 0 });
    restore = vi.fn();
    sizeOf = () => ({ width: 595, height: 842 });
    bookmarks = async () => Promise.resolve([]);
    close = async () => Promise.resolve(void inDocument.delete(this.#fake.address));
  }
  return {
    PdfView,
    openPdf: async (address: string) => Promise.resolve({ address, close: vi.fn() }),
    stepScale: () => 1,
  };
});

const host = {
  append: (element: { readonly address: string; readonly dataset: object }) =>
    inDocument.set(element.address, element),
  addEventListener: vi.fn(),
  removeEventListener: vi.fn(),
  checkVisibility: () => true,
} as unknown as HTMLElement;

function visibleViews(): readonly string[] {
  return [...inDocument]
    .filter(([, { dataset }]) => dataset.incoming === undefined)
    .map(([address]) => address);
}

function artifact(address: string): Artifact {
  return { id: address, address, size: 1 } as Artifact;
}

/** Opens a PDF, and returns its view once that is in the document. */
async function open(viewer: PdfViewerController, address: string): Promise<FakeView> {
  viewer.open(artifact(address), 'report', 'report.pdf');
  return vi.waitUntil(() => views.get(address), testLimits.poll);
}

beforeEach(() => {
  vi.stubGlobal('document', { activeElement: null });
  views.clear();
  inDocument.clear();
});

it('shows one PDF if the next one is requested while the first is opened', async () => {
  const viewer = new PdfViewerController(1);
  viewer.mount(host);
  const first = await open(viewer, 'first');
  const second = await open(viewer, 'second');
  first.laidOut.resolve();
  second.laidOut.resolve();
  await vi.waitUntil(() => visibleViews().length > 0, testLimits.poll);
  expect(visibleViews()).toEqual(['second']);
  second.firstDrawn.resolve();
  await vi.waitUntil(() => !viewer.store.getState().isOpening, testLimits.poll);
  expect(visibleViews()).toEqual(['second']);
  expect([...inDocument.keys()]).toEqual(['second']);
});

it('keeps a PDF that is not drawn yet until the next version is', async () => {
  const viewer = new PdfViewerController(1);
  viewer.mount(host);
  const first = await open(viewer, 'first');
  first.laidOut.resolve();
  await vi.waitUntil(() => visibleViews().length > 0, testLimits.poll);
  const second = await open(viewer, 'second');
  second.laidOut.resolve();
  first.firstDrawn.resolve();
  await first.firstDrawn.promise;
  expect(visibleViews()).toEqual(['first']);
  second.firstDrawn.resolve();
  await vi.waitUntil(() => !viewer.store.getState().isOpening, testLimits.poll);
  expect([...inDocument.keys()]).toEqual(['second']);
});
