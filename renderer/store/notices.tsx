import { Button } from '@mantine/core';
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';
import type { AppErrorData } from '@shared/errors.js';

/** How many are seen at the same time. */
export const noticesInView = 3;

const closeButtonProps = { 'aria-label': 'Close' };

/** How many have been shown so far: each is newer than those before it, and comes above them. */
let count = 0;

/** Tells something in passing, at the corner of the window. */
export function showNotice(message: string): void {
  show({ message });
}

/** Tells something that one may want to note down; stays until it is closed. */
export function showLastingNotice(message: string): void {
  show({ message, autoClose: false });
}

/** Tells that something was changed, with a button that takes it back. */
export function showUndo(message: string, undo: () => void): void {
  const id = show({
    autoClose: 8000,
    message: (
      <span className="row">
        {message}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            undo();
            notifications.hide(id);
          }}
        >
          Undo
        </Button>
      </span>
    ),
  });
}

/** Tells that an action did not work out and why. Stays until it is closed. */
export function showFailure(title: string, error: AppErrorData): void {
  show({ title, message: error.message, color: 'red', autoClose: false });
}

/**
 * A new one is always seen. The oldest gives way: it comes back when there is room again if it was to stay until it is closed, else its time is over. What is
 * said again is there once, as the newest.
 */
function show(notice: NotificationData): string {
  count += 1;
  notifications.updateState(notificationsStore, (before) =>
    before.filter((each) => !saysTheSame(each, notice)),
  );
  const id = notifications.show({ ...notice, closeButtonProps, priority: count });
  const { queue } = notificationsStore.getState();
  for (const waiting of queue) {
    if (waiting.autoClose !== false && waiting.id !== undefined) notifications.hide(waiting.id);
  }
  return id;
}

/** Of those with a button each has its own to take back. */
function saysTheSame(one: NotificationData, other: NotificationData): boolean {
  return one.message === other.message && one.title === other.title;
}
