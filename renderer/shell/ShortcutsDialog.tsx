import { CloseButton, Kbd } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { keyParts, shortcutNames, shortcuts } from '../shortcuts.js';
import { useUi } from '../store/ui-store.js';

/** The list of shortcuts, made from the same table that the keyboard uses. */
export function ShortcutsDialog() {
  const isOpen = useUi(({ shortcutsOpen }) => shortcutsOpen);
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  return (
    <dialog ref={dialog} className="shortcuts-dialog" aria-labelledby={titleId} onClose={close}>
      {isOpen && (
        <>
          <div className="shortcuts-head">
            <h2 id={titleId}>Keyboard shortcuts</h2>
            <CloseButton aria-label="Close the list" onClick={close} />
          </div>
          <ShortcutList />
        </>
      )}
    </dialog>
  );
}

function ShortcutList() {
  return (
    <dl className="shortcuts">
      {shortcutNames.map((name) => (
        <ShortcutRow key={name} label={shortcuts[name].label} parts={keyParts(name)} />
      ))}
      <ShortcutRow
        label="Paste an address, HTML or files, anywhere"
        parts={[...keyParts('open').slice(0, 1), 'V']}
      />
    </dl>
  );
}

interface ShortcutRowProps {
  readonly label: string;
  readonly parts: readonly string[];
}

function ShortcutRow({ label, parts }: ShortcutRowProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {parts.map((part) => (
          <Kbd key={part}>{part}</Kbd>
        ))}
      </dd>
    </div>
  );
}

function close(): void {
  useUi.setState({ shortcutsOpen: false });
}
