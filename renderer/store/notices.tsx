import { Button } from '@mantine/core';
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';
import type { AppErrorData } from '@shared/errors.js';
import type { Result } from '@shared/result.js';
import { focusField } from './ui-store.js';

/** How many are seen at the same time. */
export const noticesInView = 3;

/** What had the focus before it came to the notices. */
let origin: Element | null = null;

const closeButtonProps = { 'aria-label': 'Close' };

/** How many have been shown so far: each is newer than those before it, and comes above them. */
let count = 0;

/** Notes where the focus comes from as it comes to the notices. @param from what had it; null: nothing did */
export function enterNotices(from: Element | null): void {
  origin = from;
}

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

/** Tells that an action did not work out and why, in the place of what it failed with before. Stays until it is closed, or until the action works out. */
export function showFailure(title: string, error: AppErrorData): void {
  show({ title, message: error.message, color: 'red', autoClose: false });
}

/** Takes back that an action did not work out: it did now. */
export function endFailure(title: string): void {
  takeOut((each) => each.title === title);
}

/** Tells what came of an action: its failure under this title, else that there is none any more. True where it worked out. */
export function told<T>(
  title: string,
  result: Result<T>,
): result is Extract<Result<T>, { ok: true }> {
  if (result.ok) endFailure(title);
  else showFailure(title, result.error);
  return result.ok;
}

/**
 * A new one is always seen. The oldest gives way: it comes back when there is room again if it was to stay until it is closed, else its time is over. What is
 * said again is there once, as the newest, and so is what has the same title.
 */
function show(notice: NotificationData): string {
  count += 1;
  takeOut((each) => saysTheSame(each, notice));
  const id = notifications.show({ ...notice, closeButtonProps, onClose, priority: count });
  const { queue } = notificationsStore.getState();
  for (const waiting of queue) {
    if (waiting.autoClose !== false && waiting.id !== undefined) notifications.hide(waiting.id);
  }
  return id;
}

/** The focus does not go with a notice: the next one has it then, and after the last what had it before. */
function onClose({ id = '' }: NotificationData): void {
  if (!document.getElementById(id)?.contains(document.activeElement)) return;
  const { notifications: seen } = notificationsStore.getState();
  const next = seen.find((each) => each.id !== id)?.id ?? '';
  const heir = document.getElementById(next)?.querySelector('button') ?? origin;
  if (heir instanceof HTMLElement && heir.checkVisibility()) heir.focus();
  else focusField('source');
}

function takeOut(isOver: (each: NotificationData) => boolean): void {
  notifications.updateState(notificationsStore, (before) => before.filter((each) => !isOver(each)));
}

/** Of those with a button each has its own to take back. */
function saysTheSame(one: NotificationData, other: NotificationData): boolean {
  if (one.title !== other.title) return false;
  return one.title !== undefined || one.message === other.message;
}
