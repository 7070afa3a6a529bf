import { type ReactNode, useState } from 'react';

interface ItemFocusProps {
  /** Id of the edited item; null while the list is shown. */
  readonly edited: string | null;
  readonly children: ReactNode;
}

/**
 * Restores the focus when an editor closes: to the edited item, otherwise to the first element of
 * the list.
 */
export function ItemFocus({ edited, children }: ItemFocusProps) {
  const [last, setLast] = useState(edited);
  if (edited !== null && edited !== last) setLast(edited);
  const item = last === null ? '' : `[data-item="${CSS.escape(last)}"] button`;
  return (
    <div data-keeps-focus="">
      <div data-keeps-focus={item}>{children}</div>
    </div>
  );
}
