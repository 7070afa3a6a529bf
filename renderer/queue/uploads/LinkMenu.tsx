import { Button, Menu, Popover } from '@mantine/core';
import { Clock, Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { TimedLinkForm } from './TimedLinkForm.js';
import { t } from '../../i18n/t.js';

interface LinkMenuProps {
  readonly id: string;
  readonly file: string;
  /** Opens the upload. If set, space is short and the actions move into a menu. */
  readonly onOpen?: () => void;
}

/** Creates a temporary link to an object; asks how long it lasts. */
export function LinkMenu({ id, file, onOpen }: LinkMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  function close(): void {
    setIsOpen(false);
    opener.current?.focus();
  }

  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position="top-end"
      width={288}
      shadow="md"
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        {onOpen ? (
          <span className="more-of-upload">
            <Menu position="top-end" shadow="md" withInitialFocusPlaceholder={false}>
              <Menu.Target>
                <Button
                  ref={opener}
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t('uploads.moreActions', { file })}
                >
                  <Ellipsis size={16} aria-hidden />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={onOpen}>{t('window.open')}</Menu.Item>
                <Menu.Item
                  leftSection={<Clock size={14} aria-hidden />}
                  onClick={() => setIsOpen(true)}
                >
                  {t('uploads.createLink')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </span>
        ) : (
          <Button
            ref={opener}
            variant="subtle"
            size="compact-sm"
            leftSection={<Clock size={14} aria-hidden />}
            aria-label={t('uploads.createLinkTo', { file })}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('uploads.createLink')}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('uploads.temporaryLink')}>
        {isOpen && <TimedLinkForm id={id} onDone={close} />}
      </Popover.Dropdown>
    </Popover>
  );
}
