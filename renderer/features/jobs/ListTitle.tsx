import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { type DrawerView, showList } from '../../store/delivery/drawer-view.js';

interface ListTitleProps {
  readonly view: DrawerView;
  readonly name: string;
  /** Which of the two lists is open; null: the drawer is closed, or this is its only list. */
  readonly shown: DrawerView | null;
  /** What the list holds, in a few words. */
  readonly children: ReactNode;
}

/** The name of a list of the drawer, and what it holds. It opens the list. */
export function ListTitle({ view, name, shown, children }: ListTitleProps) {
  return (
    <UnstyledButton
      className="jobs-title"
      {...(shown !== null && { 'aria-pressed': shown === view })}
      onClick={() => showList(view)}
    >
      <span className="jobs-title-name">{name}</span>
      <span className="jobs-counts cut">{children}</span>
    </UnstyledButton>
  );
}
