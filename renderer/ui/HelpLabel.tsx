import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

interface HelpLabelProps {
  /** Id of the labeled control. */
  readonly control: string;
  readonly isGroup: boolean;
  readonly help: ReactNode;
  readonly opened: boolean;
  readonly onMouseEnter: () => void;
  readonly onMouseLeave: () => void;
  readonly children: ReactNode;
}

/** A label that shows its help in a tooltip. */
export function HelpLabel({ control, isGroup, help, opened, children, ...mouse }: HelpLabelProps) {
  const id = `${control}-label`;
  return (
    <Tooltip label={help} opened={opened} position="top-start" offset={0}>
      {isGroup ? (
        <span id={id} className="field-name" {...mouse}>
          {children}
        </span>
      ) : (
        <label id={id} htmlFor={control} className="field-name" {...mouse}>
          {children}
        </label>
      )}
    </Tooltip>
  );
}
