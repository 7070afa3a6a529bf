import { expect, test, vi } from 'vitest';
import { Removals } from '../../../../electron/main/window/removals.js';

function removalsOf() {
  const removed: string[] = [];
  const note = (kind: string) => (ids: readonly string[] | string) => {
    removed.push(...[ids].flat().map((id) => `${kind} ${id}`));
  };
  const removals = new Removals({
    outbox: { get: () => undefined, remove: note('delivery') },
    queue: { markDropped: vi.fn(), remove: note('job') },
    history: { remove: note('entry') },
  });
  return { removals, removed };
}

const jobs = { id: '1', jobs: ['a'], deliveries: ['a1'], history: [] };
const entries = { id: '2', jobs: [], deliveries: [], history: ['x', 'y'] };

test('nothing is removed while it can be undone, or after it was', () => {
  const { removals, removed } = removalsOf();
  removals.add(jobs);
  removals.undo('1');
  removals.finish('1');
  removals.finishAll();
  expect(removed).toEqual([]);
});

test('a removal is finished once, uploads before their jobs', () => {
  const { removals, removed } = removalsOf();
  removals.add(jobs);
  removals.add(entries);
  removals.finish('1');
  expect(removed).toEqual(['delivery a1', 'job a']);
  removals.finishAll();
  removals.finishAll();
  expect(removed).toEqual(['delivery a1', 'job a', 'entry x', 'entry y']);
});
