import { Kbd, Modal } from '@mantine/core';
import { keyParts, shortcutNames, shortcuts } from '../shortcuts.js';
import { useUi } from '../store/ui-store.js';

/** The list of shortcuts, made from the same table that the keyboard uses. */
export function ShortcutsDialog() {
  const isOpen = useUi(({ shortcutsOpen }) => shortcutsOpen);
  return (
    <Modal
      opened={isOpen}
      onClose={() => useUi.setState({ shortcutsOpen: false })}
      title="Keyboard shortcuts"
      centered
      closeButtonProps={{ 'aria-label': 'Close the list' }}
      transitionProps={{ duration: 120 }}
    >
      <dl className="shortcuts">
        {shortcutNames.map((name) => (
          <div key={name}>
            <dt>{shortcuts[name].label}</dt>
            <dd>
              {keyParts(name).map((part) => (
                <Kbd key={part}>{part}</Kbd>
              ))}
            </dd>
          </div>
        ))}
        <div>
          <dt>Paste an address, HTML or files, anywhere</dt>
          <dd>
            <Kbd>{keyParts('open')[0]}</Kbd>
            <Kbd>V</Kbd>
          </dd>
        </div>
      </dl>
    </Modal>
  );
}
