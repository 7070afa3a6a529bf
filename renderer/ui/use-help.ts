import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

const delayMilliseconds = 600;

interface Help {
  readonly opened: boolean;
  /** Handlers for the label: the pointer rests on it. */
  readonly onLabel: { readonly onMouseEnter: () => void; readonly onMouseLeave: () => void };
  /** Handlers for the whole field: the Tab key reached it. */
  readonly onField: {
    readonly onBlur: () => void;
    readonly onKeyUp: (event: KeyboardEvent) => void;
    readonly onKeyDown: () => void;
  };
}

/**
 * Decides when a field's help is open: shortly after the pointer rests on the label or Tab reaches
 * the control.
 */
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
      onBlur: close,
      onKeyUp: ({ key }) => {
        if (key === 'Tab') wait();
      },
      onKeyDown: close,
    },
  };
}
