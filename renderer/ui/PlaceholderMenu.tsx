import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { Braces } from 'lucide-react';
import { useState } from 'react';
import type { Message } from '@shared/messages/message.js';
import { t, textOf } from '../i18n/t.js';

interface PlaceholderMenuProps {
  /** The label of each placeholder, by how it is written. */
  readonly placeholders: Readonly<Record<string, Message>>;
  readonly onInsert: (placeholder: string) => void;
}

/** A button inside a text field that lists what can be inserted. */
export function PlaceholderMenu({ placeholders, onInsert }: PlaceholderMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Menu
      position="top-end"
      shadow="md"
      withinPortal={false}
      returnFocus={false}
      onChange={setIsOpen}
    >
      <Menu.Target>
        <Tooltip label={t('form.insertPlaceholder')} disabled={isOpen}>
          <ActionIcon
            className="placeholder-menu"
            variant="subtle"
            color="gray"
            size={24}
            aria-label={t('form.insertPlaceholder')}
          >
            <Braces size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(placeholders).map(([text, label]) => (
          <Menu.Item
            key={text}
            rightSection={<code className="quiet small">{text}</code>}
            onClick={() => onInsert(text)}
          >
            {textOf(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** @returns the changed text */
export function insertAtCaret(
  input: HTMLInputElement | null,
  text: string,
  inserted: string,
): string {
  const start = input?.selectionStart ?? text.length;
  const end = input?.selectionEnd ?? start;
  requestAnimationFrame(() => {
    input?.focus();
    input?.setSelectionRange(start + inserted.length, start + inserted.length);
  });
  return text.slice(0, start) + inserted + text.slice(end);
}
