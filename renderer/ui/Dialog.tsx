import { CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  /** Accessible name of the close button. */
  readonly closeLabel: string;
  /**
   * `wide` fits a form and has a fixed height, so that changing content doesn't move the dialog.
   */
  readonly size?: 'narrow' | 'wide';
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A modal dialog, closed by Escape or its close button. Focuses the first invalid field, otherwise
 * the element with `data-autofocus`.
 */
export function Dialog(props: DialogProps) {
  const { title, closeLabel, size = 'narrow', isOpen, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (!isOpen) {
      dialog.current?.close();
      return;
    }
    dialog.current?.showModal();
    const first = (selector: string) => dialog.current?.querySelector<HTMLElement>(selector);
    (first('[aria-invalid="true"]') ?? first('[data-autofocus]'))?.focus();
  }, [isOpen]);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-size={size}
      aria-labelledby={titleId}
      // Escape hides the dialog before its close event fires. Without this, window shortcuts would
      // stay off in between, or a quick reopen would be closed again.
      onCancel={onClose}
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose();
      }}
    >
      {isOpen && (
        <>
          <div className="dialog-head">
            <h2 id={titleId}>{title}</h2>
            <CloseButton aria-label={closeLabel} onClick={onClose} />
          </div>
          {children}
        </>
      )}
    </dialog>
  );
}
