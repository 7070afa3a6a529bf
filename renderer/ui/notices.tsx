import { Button } from '@mantine/core';
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';
import { type ReactNode, isValidElement, useLayoutEffect, useRef, useState } from 'react';
import type { AppErrorData } from '@shared/messages/errors.js';
import type { Result } from '@shared/result.js';
import { type NoticeTime, clockIds, startClock, stopClock } from './notice-clocks.js';
import { type View, focusField, useUi } from './ui-store.js';
import { t, textOf } from '../i18n/t.js';

/** Notices visible at the same time. */
export const noticesInView = 3;

/** How long a notice stays, in milliseconds: a short one, and a long one or one with buttons. */
const shortMs = 4000;
const longMs = 8000;

/** The number of letters from which a notice is long. */
const longNotice = 80;

/** The element that was focused before the notices. */
let origin: Element | null = null;

/** Notices shown so far; newer ones have a higher priority and are shown first. */
let count = 0;

/**
 * Remembers the focus origin when the focus enters the notices.
 * @param from the previously focused element
 */
export function enterNotices(from: Element | null): void {
  origin = from;
}

/** What is to be done once a notice has gone without its button, by the ids of the notices. */
const finishes = new Map<string, () => void>();

/** It closes automatically, a long one later. */
export function showNotice(message: string): void {
  const time = message.length > longNotice ? longMs : shortMs;
  show({ message }, { time, waitsForWork: false });
}

/** Shows a notice until it is closed. @param id allows {@link hideNotice} to remove it */
export function showLastingNotice(message: string, id?: string): void {
  show({ message, ...(id !== undefined && { id }) });
}

/** True also while it waits for room. */
export function hasNotice(id: string): boolean {
  const { notifications: seen, queue } = notificationsStore.getState();
  return [...seen, ...queue].some((each) => each.id === id);
}

export function hideNotice(id: string): void {
  removeWhere((each) => each.id === id);
}

/** A button in a notice. */
interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
  /** The view that it shows: there, the button is left out. */
  readonly leadsTo?: View;
}

/**
 * Shows a notice with an Undo button.
 * @param finish called once, when the notice has gone without Undo
 */
export function showUndo(message: string, undo: () => void, finish?: () => void): void {
  const id = showActions(message, [{ label: t('window.undo'), run: undo }]);
  if (finish) finishes.set(id, finish);
}

function finish(id: string): void {
  const run = finishes.get(id);
  finishes.delete(id);
  run?.();
}

/** Shows a notice with buttons, which close it. It stays while the window works. */
export function showActions(message: string, actions: readonly NoticeAction[]): string {
  return showWithActions(message, actions, {}, { time: longMs, waitsForWork: true });
}

/** Shows a failure until it is closed. @param id allows {@link hideNotice} to remove it */
export function showFailureActions(
  message: ReactNode,
  actions: readonly NoticeAction[],
  id: string,
): void {
  showWithActions(message, actions, { color: 'red', id });
}

function showWithActions(
  message: ReactNode,
  actions: readonly NoticeAction[],
  options: Pick<NotificationData, 'color' | 'id' | 'title'>,
  clock?: NoticeTime,
): string {
  const press = (run: () => void): void => {
    // What fades out can no longer be undone.
    if (!hasNotice(id)) return;
    finishes.delete(id);
    // First, because closing returns the focus, which the action may move.
    notifications.hide(id);
    run();
  };
  const text = (
    <span className="row">
      {message}
      {actions.map((action) => (
        <ActionButton key={action.label} {...action} onPress={press} />
      ))}
    </span>
  );
  const id = show({ ...options, message: text }, clock);
  return id;
}

interface ActionButtonProps extends NoticeAction {
  readonly onPress: (run: () => void) => void;
}

function ActionButton({ label, run, leadsTo, onPress }: ActionButtonProps) {
  const isThere = useUi(({ view }) => view === leadsTo);
  if (isThere) return null;
  return (
    <Button size="compact-sm" variant="default" onClick={() => onPress(run)}>
      {label}
    </Button>
  );
}

/**
 * Shows a failure under a title, replacing the previous one with that title. It stays until it is
 * closed or {@link endFailure} removes it.
 * @param action what can be done next
 */
export function showFailure(title: string, error: AppErrorData, action?: NoticeAction): void {
  const message = textOf(error.message);
  const options = { title, color: 'red' } as const;
  if (action === undefined) show({ ...options, message });
  else showWithActions(message, [action], options);
}

/** Removes a failure after the action has succeeded. */
export function endFailure(title: string): void {
  removeWhere((each) => each.title === title);
}

/** Shows a result: its failure, or removes an earlier one. Returns true on success. */
export function reportResult<T>(
  title: string,
  result: Result<T>,
  action?: NoticeAction,
): result is Extract<Result<T>, { ok: true }> {
  if (result.ok) endFailure(title);
  else showFailure(title, result.error, action);
  return result.ok;
}

/**
 * Shows a new notice at once. The oldest one makes room: it returns later if it stays until closed,
 * otherwise it is dropped. A notice with the same text or title is replaced.
 * @param clock without it, the notice stays until it is closed
 */
function show(notice: NotificationData, clock?: NoticeTime): string {
  count += 1;
  removeWhere((each) => isSameNotice(each, notice));
  const { id = `shown-${count}` } = notice;
  notifications.show({
    ...notice,
    id,
    message: <NoticeText>{notice.message}</NoticeText>,
    closeButtonProps: { 'aria-label': t('window.close') },
    onClose,
    priority: count,
  });
  if (clock) startClock(id, { ...clock, close: () => notifications.hide(id) });
  const { queue } = notificationsStore.getState();
  for (const waiting of clockIds()) {
    if (queue.some((each) => each.id === waiting)) notifications.hide(waiting);
  }
  return id;
}

/** Ends what belongs to notices that have gone, for whatever reason. */
function endGone(): void {
  for (const id of clockIds()) {
    if (hasNotice(id)) continue;
    stopClock(id);
    finish(id);
  }
}
notificationsStore.subscribe(endGone);

/**
 * Moves the focus from a closed notice to the next one, otherwise to the element that had it
 * before.
 */
function onClose({ id = '' }: NotificationData): void {
  if (!document.getElementById(id)?.contains(document.activeElement)) return;
  const { notifications: seen } = notificationsStore.getState();
  const next = seen.find((each) => each.id !== id)?.id ?? '';
  const target = document.getElementById(next)?.querySelector('button') ?? origin;
  if (target instanceof HTMLElement && target.checkVisibility()) target.focus();
  else focusView();
}

/** Focuses where the work in the shown view begins: its source, or the filter of its list. */
function focusView(): void {
  if (useUi.getState().view === 'document') focusField('source');
  else document.querySelector<HTMLElement>('.list-filter input')?.focus();
}

function removeWhere(matches: (each: NotificationData) => boolean): void {
  notifications.updateState(notificationsStore, (before) =>
    before.filter((each) => !matches(each)),
  );
}

/** Notices with a button are never the same: each undoes its own action. */
function isSameNotice(shown: NotificationData, notice: NotificationData): boolean {
  if (shown.title !== notice.title) return false;
  return shown.title !== undefined || textIn(shown) === notice.message;
}

function textIn({ message }: NotificationData): ReactNode {
  return isValidElement<NoticeTextProps>(message) ? message.props.children : message;
}

interface NoticeTextProps {
  readonly children: ReactNode;
}

/** The text of a notice. A long one scrolls, and is a tab stop, so that the keyboard scrolls it. */
function NoticeText({ children }: NoticeTextProps) {
  const text = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = text.current ?? {};
    setScrolls(scrollHeight > clientHeight);
  }, [children]);
  return (
    <div ref={text} className="notice-text" {...(scrolls && { tabIndex: 0 })}>
      {children}
    </div>
  );
}
