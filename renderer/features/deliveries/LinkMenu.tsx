import { Button, Popover } from '@mantine/core';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { TimedLinkForm } from './TimedLinkForm.js';

interface LinkMenuProps {
  readonly id: string;
  readonly file: string;
}

/** A link to an object that holds for a time, whoever has it: asks for how long. */
export function LinkMenu({ id, file }: LinkMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onDismiss={() => setIsOpen(false)}
      position="top-end"
      width={288}
      shadow="md"
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Clock size={14} aria-hidden />}
          aria-label={`Time-limited link: ${file}`}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="timed-label">Timed link</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Time-limited link">
        {isOpen && <TimedLinkForm id={id} onDone={() => setIsOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}
