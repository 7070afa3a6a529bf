import { Kbd } from '@mantine/core';
import { Dialog } from '../ui/Dialog.js';
import { keyParts, shortcutNames, shortcuts } from './shortcuts.js';
import { useUi } from '../ui/ui-store.js';
import { t, textOf } from '../i18n/t.js';

/** The list of shortcuts, built from the shortcut table. */
export function ShortcutsDialog() {
  const isOpen = useUi(({ shortcutsOpen }) => shortcutsOpen);
  return (
    <Dialog
      title={t('shortcuts.title')}
      closeLabel={t('shortcuts.close')}
      isOpen={isOpen}
      onClose={() => useUi.setState({ shortcutsOpen: false })}
    >
      <ShortcutList />
    </Dialog>
  );
}

function ShortcutList() {
  return (
    <dl className="shortcuts">
      {shortcutNames.map((name) => (
        <ShortcutRow key={name} label={textOf(shortcuts[name].label)} parts={keyParts(name)} />
      ))}
      <ShortcutRow label={t('shortcuts.paste')} parts={[...keyParts('open').slice(0, 1), 'V']} />
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
