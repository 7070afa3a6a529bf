import { Kbd } from '@mantine/core';
import { commands } from '@shared/commands.js';
import { Dialog } from '../ui/Dialog.js';
import { keyParts, shortcutIds } from './shortcuts.js';
import { useUi } from '../ui/ui-store.js';
import { t, textOf } from '../i18n/t.js';

/** The list of shortcuts, built from the table of commands. */
export function ShortcutsDialog() {
  const isOpen = useUi(({ shortcutsOpen }) => shortcutsOpen);
  return (
    <Dialog
      title={t('shortcuts.title')}
      closeLabel={t('shortcuts.close')}
      isOpen={isOpen}
      onClose={() => useUi.setState({ shortcutsOpen: false })}
    >
      <dl className="shortcuts">
        {shortcutIds.map((id) => (
          <ShortcutRow key={id} label={textOf(commands[id].label)} parts={keyParts(id)} />
        ))}
        <ShortcutRow label={t('shortcuts.paste')} parts={[...keyParts('open').slice(0, 1), 'V']} />
      </dl>
    </Dialog>
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
