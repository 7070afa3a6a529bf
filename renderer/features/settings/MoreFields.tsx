import { UnstyledButton } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Editing, EditingState } from '../../store/editing.js';

interface MoreFieldsProps<Form> {
  readonly editing: Editing<Form>;
  readonly state: Pick<EditingState<Form>, 'showsAll'>;
  /** Whether a field in it is wrong: then it is open. */
  readonly isWrong: boolean;
  readonly children: ReactNode;
}

/** The fields of an editor that few need. */
export function MoreFields<Form>({ editing, state, isWrong, children }: MoreFieldsProps<Form>) {
  const isOpen = state.showsAll || isWrong;
  return (
    <>
      <UnstyledButton
        className="more-toggle"
        aria-expanded={isOpen}
        onClick={() => editing.use.setState({ showsAll: !isOpen })}
      >
        <ChevronRight size={16} aria-hidden />
        More
      </UnstyledButton>
      {isOpen && children}
    </>
  );
}
