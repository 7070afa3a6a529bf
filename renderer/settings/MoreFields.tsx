import { UnstyledButton } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Editing, EditingState } from '../document/form/editing.js';
import { t } from '../i18n/t.js';

interface MoreFieldsProps<Form> {
  readonly editing: Editing<Form>;
  readonly state: Pick<EditingState<Form>, 'showsAll'>;
  /** True if a field inside is invalid, which keeps it open. */
  readonly isWrong: boolean;
  readonly children: ReactNode;
}

/** Fields of an editor that few users need. */
export function MoreFields<Form>({ editing, state, isWrong, children }: MoreFieldsProps<Form>) {
  const isOpen = state.showsAll || isWrong;
  const button = useRef<HTMLButtonElement>(null);

  /** Scrolls, because the opened fields may be below the visible part of the dialog. */
  function toggle(): void {
    flushSync(() => editing.use.setState({ showsAll: !isOpen }));
    if (!isOpen) button.current?.scrollIntoView({ block: 'start' });
  }

  return (
    <>
      <UnstyledButton ref={button} className="more-toggle" aria-expanded={isOpen} onClick={toggle}>
        <ChevronRight size={16} aria-hidden />
        {t('settings.more')}
      </UnstyledButton>
      {isOpen && children}
    </>
  );
}
