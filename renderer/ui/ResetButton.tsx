import { Tooltip, UnstyledButton } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { t } from '../i18n/t.js';

interface ResetButtonProps {
  readonly label: string;
  readonly onReset: () => void;
}

/** A dot on a changed option. A click resets the option. */
export function ResetButton({ label, onReset }: ResetButtonProps) {
  return (
    <Tooltip label={t('form.resetToDefault')}>
      <UnstyledButton
        className="reset-button"
        aria-label={t('form.resetField', { label })}
        onClick={onReset}
      >
        <span className="reset-dot" aria-hidden />
        <Undo2 size={14} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}
