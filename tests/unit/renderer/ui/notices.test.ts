import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';
import { type ReactNode, isValidElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { success } from '../../../../electron/shared/result.js';
import {
  hideNotice,
  noticesInView,
  showFailure,
  showLastingNotice,
  showNotice,
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

function close(message: string): void {
  const { notifications: all } = notificationsStore.getState();
  const id = all.find((each) => textOf(each) === message)?.id;
  if (id === undefined) throw new Error(`${message} is not visible.`);
  notifications.hide(id);
}

afterEach(() => {
  vi.unstubAllGlobals();
});
beforeEach(() => {
  vi.stubGlobal('document', { getElementById: () => null });
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
