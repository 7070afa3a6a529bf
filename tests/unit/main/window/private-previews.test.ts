import { expect, test, vi } from 'vitest';
import { PrivatePreviews } from '../../../../electron/main/window/private-previews.js';

function previews(remove: (id: string) => Promise<void> = async () => Promise.resolve()) {
  const removed = vi.fn(remove);
  const log = vi.fn();
  return { removed, log, watching: new PrivatePreviews({ remove: removed }, log) };
}

test('a private preview is removed when it is delivered, and not before', () => {
  const { removed, watching } = previews();
  watching.expect('preview', ['first', 'second']);
  watching.ended({ id: 'another', state: { status: 'delivered', attempts: 1 } });
  watching.ended({ id: 'first', state: { status: 'skipped', attempts: 1 } });
  expect(removed).not.toHaveBeenCalled();
  watching.ended({ id: 'second', state: { status: 'delivered', attempts: 1 } });
  expect(removed.mock.calls).toEqual([['preview']]);
});

test('one that cannot be removed is told in the log, without its name', async () => {
  const { log, watching } = previews(async () => Promise.reject(new Error('the disk is gone')));
  watching.expect('preview', ['first']);
  watching.ended({ id: 'first', state: { status: 'delivered', attempts: 1 } });
  await vi.waitFor(() =>
    expect(log.mock.calls).toEqual([
      ['A private preview is still on the disk: Platen failed: the disk is gone'],
    ]),
  );
});
