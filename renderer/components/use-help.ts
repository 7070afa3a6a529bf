import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

const delayMilliseconds = 600;

interface Help {
  readonly opened: boolean;
  /** For the label: the pointer rests on it. */
  readonly onLabel: { readonly onMouseEnter: () => void; readonly onMouseLeave: () => void };
  /** For the whole field: the keyboard has come to it and waits. */
  readonly onField: {
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
}

/** When a field's line of help is open: after a moment on its label or in its control, until one types. */
export function useHelp(): Help {
  const [opened, setOpened] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  function wait(): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpened(true), delayMilliseconds);
  }

  function close(): void {
    clearTimeout(timer.current);
    setOpened(false);
  }

  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    opened,
    onLabel: { onMouseEnter: wait, onMouseLeave: close },
    onField: {
      onFocus: ({ target }) => {
        if (target.matches(':focus-visible')) wait();
      },
      onBlur: close,
      onKeyDown: ({ key }) => {
        if (key !== 'Tab' && key !== 'Shift') close();
      },
    },
  };
}
