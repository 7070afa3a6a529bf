import { beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('../../../../../renderer/bridge/bridge.js', () => ({
  call: async () => Promise.resolve(null),
}));
const { chosenVersion, forgetVersions, recordVersion, useCompare, versionsOf } =
  await import('../../../../../renderer/document/compare/versions.js');

type Shown = Parameters<typeof versionsOf>[1];

/** A preview as far as versions depend on it. */
function preview(id: string, source: string, compliance?: object): Shown {
  const artifact = { id, address: `artifacts/${id}.pdf`, suggestedName: `${id}.pdf` };
  return { source, artifact, request: { compliance } } as unknown as Shown;
}

const namesFor = (shown: Shown) =>
  versionsOf(useCompare.getState(), shown).map(({ kind, name }) => `${kind} ${name}`);

beforeEach(() => {
  useCompare.setState(useCompare.getInitialState());
  vi.useFakeTimers({ now: 1_000_000 });
  return () => vi.useRealTimers();
});

describe('the versions of a preview', () => {
  it('are those of its source that were saved or uploaded, the newest first', () => {
    recordVersion(preview('one', 'a'), '/out/one.pdf');
    vi.advanceTimersByTime(1000);
    recordVersion(preview('two', 'a'), null);
    recordVersion(preview('three', 'b'), '/out/three.pdf');
    const shown = preview('four', 'a');
    expect(namesFor(shown)).toEqual(['uploaded two.pdf', 'saved one.pdf']);
    expect(chosenVersion(useCompare.getState(), shown)?.name).toBe('two.pdf');
    useCompare.setState({ choice: 'one' });
    expect(chosenVersion(useCompare.getState(), shown)?.name).toBe('one.pdf');
    // A preview is not compared with itself, and not with another content of its source.
    expect(namesFor(preview('two', 'a'))).toEqual(['saved one.pdf']);
    forgetVersions('a');
    expect(namesFor(shown)).toEqual([]);
  });

  it('have the file of the history, unless it was saved in this window', () => {
    const stored = {
      ...({ key: 'stored', kind: 'saved', name: 'one.pdf', address: 'artifacts/x' } as const),
      ...{ at: 500_000, source: 'a', path: '/out/one.pdf' },
    };
    useCompare.setState({ stored });
    const shown = preview('two', 'a');
    expect(namesFor(shown)).toEqual(['saved one.pdf']);
    recordVersion(preview('one', 'a'), '/out/one.pdf');
    expect(versionsOf(useCompare.getState(), shown).map(({ key }) => key)).toEqual(['one']);
    recordVersion(preview('other', 'a'), '/out/other.pdf');
    useCompare.setState({ stored: { ...stored, path: '/out/third.pdf' } });
    expect(versionsOf(useCompare.getState(), shown)).toHaveLength(3);
  });

  it('of a private document are only the file that the user chose', () => {
    recordVersion(preview('one', 'a'), '/out/one.pdf');
    const file = {
      key: 'f',
      kind: 'file',
      name: 'mine.pdf',
      address: 'artifacts/f',
      at: 0,
    } as const;
    useCompare.setState({ file });
    expect(namesFor(preview('two', 'a', { hipaa: true, gdpr: false }))).toEqual(['file mine.pdf']);
    expect(namesFor(preview('two', 'a'))).toEqual(['saved one.pdf', 'file mine.pdf']);
  });

  it('are as many as the main process keeps', () => {
    for (let number = 1; number <= 13; number += 1) {
      recordVersion(preview(`number ${number}`, 'a'), `/out/${number}.pdf`);
    }
    const names = namesFor(preview('shown', 'a'));
    expect(names).toHaveLength(12);
    expect(names).not.toContain('saved 1.pdf');
  });
});
