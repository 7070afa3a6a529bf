import { expect, it, vi } from 'vitest';
import {
  IncomingPaths,
  WindowNotices,
  openFiles,
} from '../../../../electron/main/window/incoming.js';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import { literal } from '../../../../electron/shared/messages/message.js';

it('keeps paths until the window asks for them, and delivers later ones at once', () => {
  const incoming = new IncomingPaths(['/a.html']);
  incoming.add(['/b.html']);
  const deliver = vi.fn();
  expect(incoming.open(deliver)).toEqual(['/a.html', '/b.html']);
  incoming.add(['/c.html']);
  expect(deliver.mock.calls).toEqual([[['/c.html']]]);
});

function opened() {
  const onAdded = vi.fn();
  const onResolved = vi.fn();
  return { onAdded, onResolved, notices: new WindowNotices({ onAdded, onResolved }) };
}

it('reports each notice at the start of the window, or as an event after it', () => {
  const { notices, onAdded } = opened();
  notices.add([
    { message: literal('settings.json was damaged') },
    { message: literal('one job continues'), isPassing: true },
  ]);
  expect(onAdded).not.toHaveBeenCalled();
  expect(notices.list()).toEqual([
    { id: 'notice-1', message: literal('settings.json was damaged') },
    { id: 'notice-2', message: literal('one job continues'), isPassing: true },
  ]);
  notices.add([{ message: literal('after the start') }]);
  expect(onAdded.mock.calls).toMatchObject([[{ message: literal('after the start') }]]);
  expect(new Set(notices.list().map(({ id }) => id)).size).toBe(3);
});

it('removes a notice about a missing key once the key was entered', () => {
  const { notices, onResolved } = opened();
  let isMissing = true;
  notices.add([
    { message: literal('settings.json was damaged') },
    { message: literal('a job waits for a key'), isResolved: () => !isMissing },
  ]);
  const [, waiting] = notices.list();
  notices.checkResolved();
  expect(onResolved).not.toHaveBeenCalled();
  isMissing = false;
  notices.checkResolved();
  notices.checkResolved();
  expect(onResolved.mock.calls).toEqual([[waiting?.id]]);
  expect(notices.list()).toHaveLength(1);
});

it('reports files that cannot be loaded', async () => {
  const { notices } = opened();
  const onLoaded = vi.fn();
  const load = async () => Promise.reject(new AppError('internal', literal('The disk is gone.')));
  await openFiles(['/a.html'], load, onLoaded, notices);
  expect(onLoaded).not.toHaveBeenCalled();
  expect(notices.list()).toMatchObject([{ message: literal('The disk is gone.') }]);
});
