import { ActionIcon, Tooltip } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';

interface IconButtonProps {
  readonly icon: LucideIcon;
  /** The name for screen readers, and the tooltip. */
  readonly label: string;
  /** Keys that do the same, shown in the tooltip. */
  readonly keys?: string | undefined;
  readonly onClick: () => void;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
}

/** A button that is an icon with a name. A disabled one can still be focused, so that its name can be read. */
export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, keys, onClick, pressed, disabled = false } = props;
  return (
    <Tooltip label={keys === undefined ? label : `${label} (${keys})`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
        {...(disabled && { 'aria-disabled': true })}
        onClick={() => {
          if (!disabled) onClick();
        }}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
