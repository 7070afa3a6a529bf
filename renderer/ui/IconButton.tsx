import { ActionIcon, Tooltip } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { t } from '../i18n/t.js';

interface IconButtonProps {
  readonly icon: LucideIcon;
  /** Accessible name and tooltip. */
  readonly label: string;
  /** Keyboard shortcut shown in the tooltip. */
  readonly keys?: string | undefined;
  readonly onClick: () => void;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
}

/** An icon button. It stays focusable while disabled, so that its name can be read. */
export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, keys, onClick, pressed, disabled = false } = props;
  return (
    <Tooltip label={keys === undefined ? label : t('window.labelWithKeys', { label, keys })}>
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
