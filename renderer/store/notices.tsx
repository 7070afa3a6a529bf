import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { AppErrorData } from '@shared/errors.js';

const closeButtonProps = { 'aria-label': 'Close' };

/** Tells something in passing, at the corner of the window. */
export function showNotice(message: string): void {
  notifications.show({ message, closeButtonProps });
}

/** Tells something that one may want to note down; stays until it is closed. */
export function showLastingNotice(message: string): void {
  notifications.show({ message, autoClose: false, closeButtonProps });
}

/** Tells that something was changed, with a button that takes it back. */
export function showUndo(message: string, undo: () => void): void {
  const id = notifications.show({
    autoClose: 8000,
    closeButtonProps,
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
  notifications.show({
    title,
    message: error.message,
    color: 'red',
    autoClose: false,
    closeButtonProps,
  });
}
