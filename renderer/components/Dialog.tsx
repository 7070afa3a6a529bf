import { CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  /** The name of the button that closes it. */
  readonly closeLabel: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A sheet over the window, closed by Escape, its cross, or what it holds. */
export function Dialog({ title, closeLabel, isOpen, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onClose={onClose}>
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
