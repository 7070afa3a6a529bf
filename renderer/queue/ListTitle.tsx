import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { type DrawerView, showList } from './uploads/drawer-view.js';

interface ListTitleProps {
  readonly view: DrawerView;
  readonly name: string;
  /** The open list; null if the drawer is closed or has only one list. */
  readonly shown: DrawerView | null;
  /** A short summary of the list. */
  readonly children: ReactNode;
}

/** The name and summary of a list; opens the list. */
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
