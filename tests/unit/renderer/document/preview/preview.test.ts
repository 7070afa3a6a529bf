import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Artifact } from '../../../../../electron/shared/artifact.js';
import type { BridgeEventData, BridgeOutput } from '../../../../../electron/shared/bridge.js';
import type { AppErrorData } from '../../../../../electron/shared/messages/errors.js';
import { type Result } from '../../../../../electron/shared/result.js';
import { literal } from '../../../../../electron/shared/messages/message.js';

/** A conversion that the window requested, and a function to answer it. */
interface Conversion {
  readonly id: string;
  readonly html: string;
  readonly renderOn: string | null;
  readonly answer: (result: Result<BridgeOutput<'conversion:start'>>) => void;
}

const bridge = vi.hoisted(() => ({ call: vi.fn(), on: vi.fn() }));
const notices = vi.hoisted(() => ({ showFailure: vi.fn(), showNotice: vi.fn() }));
vi.mock('../../../../../renderer/bridge/bridge.js', () => bridge);
vi.mock('../../../../../renderer/ui/notices.js', () => notices);
vi.mock('../../../../../renderer/document/viewer/pdf-view.js', () => ({
  preloadPdfLibrary: vi.fn(),
}));

let conversions: Conversion[] = [];
let canceled: string[] = [];
let progress: (data: BridgeEventData<'conversion:progress'>) => void = () => undefined;

const artifact = (id: string): Artifact => ({
  id,
  address: `artifacts/${id}`,
  size: 1,
  pages: 1,
  title: '',
  suggestedName: 'document.pdf',
  preflight: [],
});

/** Loads the window's modules with an empty form and starts the preview. */
async function startWindow() {
  const draftStore = await import('../../../../../renderer/document/draft/draft-store.js');
  const runner = await import('../../../../../renderer/document/preview/preview.js');
  const { usePreview } = await import('../../../../../renderer/document/draft/preview-store.js');
  draftStore.changeDraft({ tab: 'html', html: 'first' });
  runner.startPreview();
  await vi.advanceTimersByTimeAsync(0);
  return {
    ...draftStore,
    ...runner,
    preview: usePreview.getState,
    write: (html: string) => draftStore.typeDraft({ html }),
    succeed: async (conversion: Conversion | undefined, id: string) => {
      conversion?.answer({ ok: true, value: { artifact: artifact(id) } });
      await vi.advanceTimersByTimeAsync(0);
    },
    fail: async (conversion: Conversion | undefined, error: AppErrorData) => {
      conversion?.answer({ ok: false, error });
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('document', { activeElement: null });
  conversions = [];
  canceled = [];
  bridge.on.mockImplementation((_: string, listener: typeof progress) => {
    progress = listener;
    return () => undefined;
  });
  bridge.call.mockImplementation(
    (
      channel: string,
      input: { id: string; renderOn: string | null; request: { source: { html: string } } },
    ) => {
      if (channel === 'conversion:cancel') {
        canceled.push(input.id);
        return Promise.resolve({ ok: true, value: undefined });
      }
      return new Promise((resolve) => {
        const { id, renderOn, request } = input;
        conversions.push({ id, renderOn, html: request.source.html, answer: resolve });
      });
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the preview', () => {
  it('shows the first version at once', async () => {
    const window = await startWindow();
    expect(conversions.map(({ html }) => html)).toEqual(['first']);
    await window.succeed(conversions[0], 'a');
    expect(window.preview()).toMatchObject({ phase: 'idle', shown: { artifact: { id: 'a' } } });
  });

  it('waits for a pause in typing, then converts only the last version', async () => {
    const window = await startWindow();
    await window.succeed(conversions[0], 'a');
    for (const html of ['s', 'se', 'sec']) {
      window.write(html);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(conversions).toHaveLength(1);
    expect(window.preview().waiting).toBe(true);
    await vi.advanceTimersByTimeAsync(150);
    expect(conversions.map(({ html }) => html)).toEqual(['first', 'sec']);
    expect(window.preview()).toMatchObject({ waiting: false, phase: 'working' });
  });

  it('follows a select at once, and quick steps with a pause', async () => {
    const window = await startWindow();
    await window.succeed(conversions[0], 'a');
    for (const zoom of ['105', '110', '115']) {
      window.changeDraft({ zoom });
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(conversions).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(250);
    expect(conversions).toHaveLength(3);
  });

  it('cancels an outdated conversion, and ignores its result', async () => {
    const window = await startWindow();
    window.write('second');
    await vi.advanceTimersByTimeAsync(250);
    expect(canceled).toEqual([conversions[0]?.id]);
    await window.succeed(conversions[1], 'new');
    await window.succeed(conversions[0], 'old');
    expect(window.preview().shown?.artifact.id).toBe('new');
  });

  it('keeps the last PDF until the next is rendered', async () => {
    const window = await startWindow();
    await window.succeed(conversions[0], 'a');
    window.write('second');
    await vi.advanceTimersByTimeAsync(250);
    expect(window.preview().shown?.artifact.id).toBe('a');
    await window.succeed(conversions[1], 'b');
    expect(window.preview().shown?.artifact.id).toBe('b');
  });

  it('converts nothing while a field is invalid, and cancels the running conversion', async () => {
    const window = await startWindow();
    await window.succeed(conversions[0], 'a');
    window.changeDraft({ pages: '0' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(conversions).toHaveLength(1);
    expect(window.preview()).toMatchObject({ phase: 'idle', shown: { artifact: { id: 'a' } } });
  });

  it('returns to the shown version without a conversion', async () => {
    const window = await startWindow();
    await window.succeed(conversions[0], 'a');
    window.write('second');
    window.write('first');
    await vi.advanceTimersByTimeAsync(1000);
    expect(conversions).toHaveLength(1);
    expect(window.preview()).toMatchObject({ phase: 'idle', waiting: false });
  });

  it('does not depend on the file name', async () => {
    const window = await startWindow();
    await window.succeed(conversions[0], 'a');
    window.changeDraft({ filename: 'x.pdf' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(conversions).toHaveLength(1);
  });

  it('separates an error from field errors', async () => {
    const window = await startWindow();
    const error = { code: 'timed-out', message: literal('Too long.') } as const;
    await window.fail(conversions[0], error);
    expect(window.preview()).toMatchObject({ phase: 'failed', error, issues: [] });

    window.changeDraft({ pages: '9' });
    await vi.advanceTimersByTimeAsync(250);
    const fields = [{ field: 'pages', message: literal('The document has 1 page.') }];
    await window.fail(conversions[1], { code: 'invalid-request', message: literal('x'), fields });
    expect(window.preview()).toMatchObject({ phase: 'failed', error: null, issues: fields });

    window.changeDraft({ pages: '1' });
    expect(window.preview().issues).toEqual([]);
  });

  it('can be canceled and refreshed', async () => {
    const window = await startWindow();
    window.cancelPreview();
    expect(canceled).toEqual([conversions[0]?.id]);
    expect(window.preview().phase).toBe('canceled');
    await window.fail(conversions[0], { code: 'canceled', message: literal('Canceled.') });
    expect(window.preview()).toMatchObject({ phase: 'canceled', error: null });

    window.renderNow();
    await window.succeed(conversions[1], 'b');
    expect(window.preview().shown?.artifact.id).toBe('b');
  });

  it('can be canceled while it waits for a pause in typing', async () => {
    const window = await startWindow();
    await window.succeed(conversions[0], 'a');
    window.write('second');
    window.cancelPreview();
    await vi.advanceTimersByTimeAsync(1000);
    expect(conversions).toHaveLength(1);
    expect(window.preview()).toMatchObject({ phase: 'canceled', waiting: false });
  });

  it('clears a failure when another source is selected', async () => {
    const window = await startWindow();
    await window.fail(conversions[0], { code: 'load-failed', message: literal('No.') });
    window.write('second');
    expect(window.preview()).toMatchObject({ phase: 'failed', error: { code: 'load-failed' } });
    window.changeDraft({ tab: 'url' });
    expect(window.preview()).toMatchObject({ phase: 'idle', error: null });
  });

  it('moves quickly through sources without converting each of them', async () => {
    const window = await startWindow();
    await window.succeed(conversions[0], 'a');
    for (const name of ['1', '2', '3', '4']) {
      window.changeDraft({ tab: 'files', selectedPath: `/home/a/${name}.html` });
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(conversions).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(250);
    expect(conversions).toHaveLength(3);
    expect(canceled).toEqual([conversions[1]?.id]);
  });

  it('cancels the conversion of the previous source at once, whatever its result', async () => {
    const window = await startWindow();
    window.changeDraft({ tab: 'files', selectedPath: '/home/a/1.html' });
    expect(canceled).toEqual([conversions[0]?.id]);
    await window.fail(conversions[0], { code: 'load-failed', message: literal('No.') });
    expect(window.preview()).toMatchObject({ phase: 'working', error: null });
  });

  it('accepts progress of the running conversion only', async () => {
    const window = await startWindow();
    progress({ id: 'another', stage: 'writing' });
    expect(window.preview().progress).toEqual({ stage: 'loading' });
    progress({
      id: conversions[0]?.id ?? '',
      stage: 'loading',
      waitingFor: literal('fonts.example.org'),
    });
    expect(window.preview().progress.waitingFor).toEqual(literal('fonts.example.org'));
  });

  it('is ready at once on a pending change, without waiting for the pause', async () => {
    const window = await startWindow();
    await window.succeed(conversions[0], 'a');
    window.write('second');
    const ready = window.readyPdf('');
    expect(conversions.map(({ html }) => html)).toEqual(['first', 'second']);
    await window.succeed(conversions[1], 'b');
    expect(await ready).toMatchObject({ artifact: { id: 'b' } });
  });
});

describe('an error that only a conversion finds', () => {
  const reason = literal('The file is missing.');
  const error = {
    code: 'source-unreadable',
    message: reason,
    fields: [{ field: 'attachments', message: reason }],
  } as const;

  it.each([
    ['field-pages', 'typed', true],
    ['field-attachments', 'chosen', true],
    ['field-attachments', 'typed', false],
  ])('is shown at its field, unless that is being typed (%s, %s)', async (id, how, isShown) => {
    vi.stubGlobal('document', { activeElement: { id } });
    const window = await startWindow();
    const change = { attachments: [{ path: '/gone.csv' }] };
    if (how === 'typed') window.typeDraft(change);
    else window.changeDraft(change);
    await vi.advanceTimersByTimeAsync(250);
    await window.fail(conversions.at(-1), error);
    expect(window.useDraft.getState().touched.has('attachments')).toBe(isShown);
    expect(window.preview()).toMatchObject({ phase: 'failed', error: null, issues: error.fields });
  });
});

describe('a preview of a service', () => {
  const receipt = { endpoint: 'office', name: 'office', testMode: true, answeredAt: 1 };
  const asked = async (window: Awaited<ReturnType<typeof startWindow>>) => {
    const { request } = (
      await import('../../../../../renderer/document/draft/reading.js')
    ).currentReading();
    if (request) window.renderOnService({ ...request, filename: 'a.pdf' }, 'office');
  };

  it('is sent only on request', async () => {
    const window = await startWindow();
    await window.succeed(conversions[0], 'a');
    window.changeDraft({ renderOn: 'office' });
    window.write('second');
    window.renderNow();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await window.readyPdf('Nothing was saved')).toBeNull();
    expect(conversions).toHaveLength(1);
    expect(window.preview()).toMatchObject({ phase: 'idle', waiting: false });

    await asked(window);
    expect(conversions[1]).toMatchObject({ html: 'second', renderOn: 'office' });
    conversions[1]?.answer({ ok: true, value: { artifact: artifact('b'), remote: receipt } });
    await vi.advanceTimersByTimeAsync(0);
    expect(window.preview().shown).toMatchObject({
      artifact: { id: 'b' },
      renderOn: 'office',
      receipt,
    });
  });

  it('continues while the form changes', async () => {
    const window = await startWindow();
    await window.succeed(conversions[0], 'a');
    window.changeDraft({ renderOn: 'office' });
    await asked(window);
    window.write('second');
    window.changeDraft({ tab: 'url' });
    expect(canceled).toEqual([]);
    await window.succeed(conversions[1], 'b');
    expect(window.preview().shown?.artifact.id).toBe('b');
  });

  it('that fails after another source was chosen is reported, but not as that of the other', async () => {
    const window = await startWindow();
    await window.succeed(conversions[0], 'a');
    window.changeDraft({ renderOn: 'office' });
    await asked(window);
    const [path, name] = ['/home/a/b.html', 'b.html'];
    window.addSources({ files: [{ path, name, size: 1 }], refused: [] });
    await window.fail(conversions[1], {
      code: 'remote-unreachable',
      message: literal('Not there.'),
    });
    expect(window.preview()).toMatchObject({ phase: 'idle', error: null });
    expect(notices.showFailure).toHaveBeenCalledWith(
      "Couldn't convert \u2068document\u2069",
      expect.objectContaining({ code: 'remote-unreachable' }),
    );
  });

  it('replaces a local one that is running', async () => {
    const window = await startWindow();
    window.changeDraft({ renderOn: 'office' });
    expect(canceled).toEqual([conversions[0]?.id]);
    expect(window.preview().phase).toBe('idle');
  });

  it('becomes local again once that is selected', async () => {
    const window = await startWindow();
    await window.succeed(conversions[0], 'a');
    window.changeDraft({ renderOn: 'office' });
    await asked(window);
    await window.succeed(conversions[1], 'b');
    window.changeDraft({ renderOn: null });
    await vi.advanceTimersByTimeAsync(250);
    expect(conversions[2]).toMatchObject({ renderOn: null });
  });

  it('keeps the receipt of a PDF that could not be downloaded', async () => {
    const window = await startWindow();
    await window.succeed(conversions[0], 'a');
    window.changeDraft({ renderOn: 'office' });
    await asked(window);
    const remote = { ...receipt, notFetched: literal('It is somewhere else.') };
    conversions[1]?.answer({ ok: true, value: { artifact: null, remote } });
    await vi.advanceTimersByTimeAsync(0);
    expect(window.preview()).toMatchObject({
      phase: 'idle',
      shown: { artifact: { id: 'a' } },
      unfetched: { receipt: remote, source: 'html' },
    });
  });
});
