import { type ReactNode, useState } from 'react';

interface ItemFocusProps {
  /** Id of the item that is being edited; null while the list is shown. */
  readonly edited: string | null;
  readonly children: ReactNode;
}

/** Around a list in the settings and the editor of its items: from the editor the focus goes back to the item, else to the first thing in the list. */
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
