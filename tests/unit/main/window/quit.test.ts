import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  QuitQuestion,
  lossesByQuitting,
  quitWithSession,
} from '../../../../electron/main/window/quit.js';
import { type Message, literal } from '../../../../electron/shared/messages/message.js';

const { app, showMessageBox } = await vi.hoisted(async () => {
  const events = await import('node:events');
  return {
    app: Object.assign(new events.EventEmitter(), { quit: vi.fn() }),
    showMessageBox: vi.fn(),
  };
});

vi.mock('electron', () => ({ app, dialog: { showMessageBox } }));

const noJobs = { queued: 0, running: 0, completed: 0, failed: 0, canceled: 0 };
const idle = {
  queue: {
    listed: { rows: [], summary: { paused: false, counts: noJobs, batch: null, lastBatch: null } },
  },
  outbox: { rows: [], writeError: null },
  service: { state: { status: 'off' } },
  state: { draft: null },
} as const;

type Parts = Parameters<typeof lossesByQuitting>[0];

/** Returns the keys of the losses. Only the members that are read are given. */
function losses(parts: unknown, unsaved: Parameters<typeof lossesByQuitting>[1] = []) {
  const found = lossesByQuitting({ ...idle, ...(parts as object) } as unknown as Parts, unsaved);
  return found.map((each) => ('key' in each ? each.key : each));
}

const queueWith = (summary: object, rows: readonly object[] = []) => ({
  queue: {
    listed: {
      rows,
      summary: { paused: false, counts: noJobs, batch: null, lastBatch: null, ...summary },
    },
  },
});
const draftWith = (change: object) => ({
  state: { draft: { gdpr: false, hipaa: false, tab: 'html', html: '<p>', ...change } },
});
const reason = literal('disk full');

describe('quitting loses', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['nothing while idle', {}, []],
    ['no local conversion, which starts again', queueWith({}, [{ status: 'running' }]), []],
    [
      'a request to a service',
      queueWith({}, [{ status: 'running', renderOn: 'a' }]),
      ['quit.requests'],
    ],
    ['no job that waits for a service', queueWith({}, [{ status: 'queued', renderOn: 'a' }]), []],
    [
      'unfinished jobs that cannot be persisted',
      queueWith({ counts: { ...noJobs, queued: 1 }, persistenceError: reason }),
      ['quit.jobs'],
    ],
    ['no finished jobs', queueWith({ persistenceError: reason }), []],
    [
      'uploads that cannot be persisted',
      { outbox: { rows: [{ status: 'waiting' }], writeError: reason } },
      ['quit.uploads'],
    ],
    ['no persisted uploads', { outbox: { rows: [{ status: 'waiting' }], writeError: null } }, []],
    [
      'requests to the local server',
      { service: { state: { status: 'on', address: '', running: 2, created: 0 } } },
      ['quit.server'],
    ],
    ['no persisted form', draftWith({}), []],
    ['the HTML of a form that is never persisted', draftWith({ gdpr: true }), ['quit.html']],
    ['no HTML that is not used', draftWith({ hipaa: true, tab: 'files' }), []],
  ])('%s', (_name, parts, keys) => {
    expect(losses(parts)).toEqual(keys);
  });

  it('what only the page knows', () => {
    expect(losses({}, ['settings', 'request'])).toEqual(['quit.requests', 'quit.settings']);
  });
});

it('has the page keep its draft when a session may end, and quits when it does', () => {
  vi.clearAllMocks();
  const webContents = { isDestroyed: () => false, send: vi.fn() };
  const window = Object.assign(new EventEmitter(), { webContents });
  // What a window has, as far as the end of a session uses it.
  quitWithSession(window as unknown as BrowserWindow);
  window.emit('query-session-end', {});
  expect(webContents.send).toHaveBeenCalledExactlyOnceWith('app:session-ending', {});
  expect(app.quit).not.toHaveBeenCalled();
  window.emit('session-end', {});
  expect(app.quit).toHaveBeenCalledOnce();
});

describe('the question', () => {
  let window: EventEmitter;
  let found: readonly Message[];
  let question: QuitQuestion;

  beforeEach(() => {
    vi.clearAllMocks();
    app.removeAllListeners();
    window = new EventEmitter();
    found = [literal('something')];
    // What a window has, as far as the question uses it.
    question = new QuitQuestion(window as unknown as BrowserWindow, () => found);
  });

  /** Closes the window; returns true if that was prevented. */
  function close(): boolean {
    const event = { preventDefault: vi.fn() };
    window.emit('close', event);
    return event.preventDefault.mock.calls.length > 0;
  }

  const answer = (response: number) => showMessageBox.mockResolvedValue({ response });

  it('is not asked if nothing is lost', () => {
    found = [];
    expect(close()).toBe(false);
    question.quit();
    expect(app.quit).toHaveBeenCalledOnce();
    expect(showMessageBox).not.toHaveBeenCalled();
  });

  it.each([
    [0, 1],
    [1, 0],
  ])('keeps the window open until it is answered (%i)', async (response, quits) => {
    answer(response);
    expect([close(), close()]).toEqual([true, true]);
    await new Promise(setImmediate);
    expect(showMessageBox).toHaveBeenCalledOnce();
    expect(app.quit).toHaveBeenCalledTimes(quits);
  });

  it('is asked for Quit in the menu, again after it was canceled', async () => {
    answer(1);
    question.quit();
    await new Promise(setImmediate);
    question.quit();
    expect(showMessageBox).toHaveBeenCalledTimes(2);
    expect(app.quit).not.toHaveBeenCalled();
  });

  it('never delays the end of the session, a signal or an update', () => {
    app.emit('before-quit', {});
    expect(close()).toBe(false);
    expect(showMessageBox).not.toHaveBeenCalled();
  });
});
