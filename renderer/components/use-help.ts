import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

const delayMilliseconds = 600;

interface Help {
  readonly opened: boolean;
  /** For the label: the pointer rests on it. */
  readonly onLabel: { readonly onMouseEnter: () => void; readonly onMouseLeave: () => void };
  /** For the whole field: the Tab key has come to it and rests. */
  readonly onField: {
    readonly onBlur: () => void;
    readonly onKeyUp: (event: KeyboardEvent) => void;
    readonly onKeyDown: () => void;
  };
}

/** When a field's line of help is open: after a moment of the pointer on its label, or of the Tab key in its control. */
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
