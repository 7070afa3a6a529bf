import { CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  /** The name of the button that closes it. */
  readonly closeLabel: string;
  /** `wide` has room for a form; it keeps its height, so that its parts do not move it. */
  readonly size?: 'narrow' | 'wide';
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A sheet over the window, closed by Escape, its cross, or what it holds. A field that is wrong has the focus at first, else an element with `data-autofocus`. */
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
      // Escape hides it, and its close event comes a moment later: until then the window's keys would be its own, or it is open again.
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
