import { Modal } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

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
  const body = useRef<HTMLDivElement>(null);
  useEscape(isOpen, onClose);
  return (
    <Modal
      opened={isOpen}
      title={title}
      size={size === 'wide' ? 760 : 460}
      centered
      className="dialog"
      data-size={size}
      data-closing={isOpen ? undefined : ''}
      closeButtonProps={{ 'aria-label': closeLabel }}
      closeOnEscape={false}
      // Otherwise the header would be a second banner of the page.
      attributes={{ header: { role: 'presentation' } }}
      onClose={onClose}
      onEnterTransitionEnd={() => focusInvalid(body.current)}
    >
      <div ref={body} className="dialog-body">
        {children}
      </div>
      <FocusInvalid body={body} />
    </Modal>
  );
}

/**
 * Focuses the first invalid field of a dialog that opens without a transition, as with reduced
 * motion: its end is reported before there is a field.
 */
function FocusInvalid({ body }: { readonly body: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    // Modal's focus trap sets the focus in a task that is created after this one, but before the
    // next.
    let task = setTimeout(() => {
      task = setTimeout(() => focusInvalid(body.current));
    });
    return () => clearTimeout(task);
  }, [body]);
  return null;
}

/** Focuses the first field with an invalid value. */
export function focusInvalid(body: Element | null): void {
  body?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/**
 * Closes on Escape, wherever the focus is. Modal's own handler lets the window's shortcuts see the
 * key, too.
 */
function useEscape(isOpen: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    function press(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || isInMenu(event.target)) return;
      event.stopPropagation();
      onClose();
    }

    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [isOpen, onClose]);
}

/** In a menu, a list or another popup that closes on Escape itself. */
export function isInMenu(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('[role="menu"], [role="listbox"], [data-owns-escape]') !== null;
}

/**
 * Returns true while a dialog is open, and not while it fades out: the window behind it takes no
 * keys, pastes or drops.
 */
export function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]:not([data-closing] *)') !== null;
}
