import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { quitAfterWriting } from '../../../../electron/main/window/quit-after-writing.js';

const { app } = vi.hoisted(() => ({ app: { quit: vi.fn(), on: vi.fn() } }));
vi.mock('electron', () => ({ app }));

/** Quits as Electron does: `will-quit`, and again when that is asked for. */
function quitting() {
  const events = new EventEmitter();
  app.on.mockImplementation((name: string, listener: () => void) => events.on(name, listener));
  const willQuit = () => {
    const event = { preventDefault: vi.fn() };
    events.emit('will-quit', event);
    return event.preventDefault.mock.calls.length > 0;
  };
  return { willQuit };
}

test.each([
  ['is written', async () => Promise.resolve(), []],
  [
    'cannot be written',
    async () => Promise.reject(new Error('the disk is gone')),
    [['Not all was written. Platen failed: the disk is gone']],
  ],
])('what %s is waited for, and then the application ends', async (_case, write, logged) => {
  const log = vi.fn();
  let isWriting = true;
  const { willQuit } = quitting();
  const settled = async () => write().finally(() => (isWriting = false));
  const written = {
    get isWriting() {
      return isWriting;
    },
    settled,
  };
  quitAfterWriting([written], log);
  const quit = new Promise<void>((resolve) => app.quit.mockImplementationOnce(() => resolve()));
  expect(willQuit()).toBe(true);
  await quit;
  expect(willQuit()).toBe(false);
  expect(log.mock.calls).toEqual(logged);
});
