import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';
import { type ReactNode, isValidElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { success } from '../../../../electron/shared/result.js';
import { restartClocks, setWorking } from '../../../../renderer/ui/notice-clocks.js';
import {
  hideNotice,
  noticesInView,
  showFailure,
  showLastingNotice,
  showNotice,
  showUndo,
  reportResult,
} from '../../../../renderer/ui/notices.js';
import { literal } from '../../../../electron/shared/messages/message.js';

/** Returns the visible notices, from the top. */
const seen = () => notificationsStore.getState().notifications.map(textOf);
const fail = (message: string) => showFailure(`${message} failed`, refusal(message));
const refusal = (message: string) => ({
  code: 'invalid-request' as const,
  message: literal(message),
});

function textOf({ message }: NotificationData): ReactNode {
  return isValidElement<{ readonly children: ReactNode }>(message)
    ? message.props.children
    : message;
}

interface ButtonProps {
  readonly run: () => void;
  readonly onPress: (run: () => void) => void;
}

function buttonsIn(node: ReactNode): readonly ButtonProps[] {
  if (Array.isArray(node)) return node.flatMap((each: ReactNode) => buttonsIn(each));
  if (isValidElement<ButtonProps>(node) && 'onPress' in node.props) return [node.props];
  return isValidElement<{ readonly children: ReactNode }>(node)
    ? buttonsIn(node.props.children)
    : [];
}

function close(message: string): void {
  const { notifications: all } = notificationsStore.getState();
  const id = all.find((each) => textOf(each) === message)?.id;
  if (id === undefined) throw new Error(`${message} is not visible.`);
  notifications.hide(id);
}

/** Whether the pointer or the focus is in the notices. */
let areUsed = false;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  vi.useFakeTimers();
  areUsed = false;
  vi.stubGlobal('document', {
    getElementById: () => null,
    querySelector: () => (areUsed ? {} : null),
  });
  notifications.clean();
  // Set by the component at startup.
  notificationsStore.updateState((state) => ({ ...state, limit: noticesInView }));
});

describe('a new notice', () => {
  it('is visible at once, whatever is shown, and the oldest returns when there is room', () => {
    ['1', '2', '3', '4', '5'].forEach(fail);
    expect(seen()).toEqual(['5', '4', '3']);
    close('5');
    close('3');
    expect(seen()).toEqual(['4', '2', '1']);
  });

  it('is shown once, as the newest, when it is repeated', () => {
    ['1', '2', '1'].forEach(fail);
    expect(seen()).toEqual(['1', '2']);
    showLastingNotice('1');
    expect(seen()).toEqual(['1', '1', '2']);
  });

  it('replaces the previous failure of the same action, and is removed once the action succeeds', () => {
    ['bad JSON', 'no HTML', 'no file'].forEach((message) => {
      reportResult("Couldn't open the request", { ok: false, error: refusal(message) });
      fail(message);
    });
    expect(seen()).toEqual(['no file', 'no file', 'no HTML']);
    reportResult("Couldn't open the request", success(null));
    expect(seen()).toEqual(['no file', 'no HTML', 'bad JSON']);
  });

  it('is hidden when it is resolved, also while it waits for room', () => {
    showLastingNotice('a job waits for a key', 'notice-1');
    ['1', '2', '3'].forEach(fail);
    hideNotice('notice-1');
    close('3');
    expect(seen()).toEqual(['2', '1']);
  });

  it('replaces a temporary one, which is discarded', () => {
    showNotice('copied');
    ['1', '2', '3'].forEach(fail);
    close('3');
    expect(seen()).toEqual(['2', '1']);
  });
});

describe('the clock of a notice', () => {
  it.each([
    ['a short one', () => showNotice('copied'), 4000],
    ['a long one', () => showNotice('copied '.repeat(20)), 8000],
    ['one with a button', () => showUndo('removed', () => undefined), 8000],
  ])('closes %s', (_, show, time) => {
    show();
    vi.advanceTimersByTime(time - 1);
    expect(seen()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(seen()).toEqual([]);
  });

  it('never closes a failure', () => {
    fail('1');
    vi.advanceTimersByTime(3_600_000);
    expect(seen()).toEqual(['1']);
  });

  it('starts anew when the pointer or the focus leaves the notices', () => {
    showUndo('removed', () => undefined);
    showNotice('copied');
    areUsed = true;
    vi.advanceTimersByTime(60_000);
    expect(seen()).toHaveLength(2);
    areUsed = false;
    restartClocks();
    vi.advanceTimersByTime(3999);
    expect(seen()).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(seen()).toHaveLength(1);
    vi.advanceTimersByTime(4000);
    expect(seen()).toEqual([]);
  });

  it('waits for the work of the window, if it has a button, and then starts anew', () => {
    showUndo('removed', () => undefined);
    showNotice('copied');
    vi.advanceTimersByTime(3000);
    setWorking(true);
    vi.advanceTimersByTime(60_000);
    expect(seen()).toHaveLength(1);
    setWorking(false);
    vi.advanceTimersByTime(7999);
    expect(seen()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(seen()).toEqual([]);
  });
});

describe('what follows a notice with Undo', () => {
  const undo = vi.fn();
  const finish = vi.fn();
  beforeEach(() => {
    undo.mockReset();
    finish.mockReset();
    showUndo('removed', undo, finish);
  });

  it('is done once its notice closes', () => {
    vi.advanceTimersByTime(7999);
    expect(finish).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(finish).toHaveBeenCalledOnce();
  });

  it('is done when the user closes its notice', () => {
    const [notice] = notificationsStore.getState().notifications;
    notifications.hide(notice?.id ?? '');
    expect(finish).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(60_000);
    expect(finish).toHaveBeenCalledOnce();
  });

  it('is done when its notice makes room for newer ones', () => {
    ['1', '2'].forEach(fail);
    expect(finish).not.toHaveBeenCalled();
    fail('3');
    expect(finish).toHaveBeenCalledOnce();
  });

  it('is not done after Undo', () => {
    pressUndo()();
    vi.advanceTimersByTime(60_000);
    expect(undo).toHaveBeenCalledOnce();
    expect(finish).not.toHaveBeenCalled();
    expect(seen()).toEqual([]);
  });

  /** Returns what pressing the button does, also later. */
  function pressUndo(): () => void {
    const [notice] = notificationsStore.getState().notifications;
    const [button] = notice ? buttonsIn(notice.message) : [];
    if (!button) throw new Error('No notice has a button.');
    return () => button.onPress(button.run);
  }

  it('is not undone by a notice that fades out', () => {
    const press = pressUndo();
    vi.advanceTimersByTime(8000);
    press();
    expect(undo).not.toHaveBeenCalled();
  });
});
