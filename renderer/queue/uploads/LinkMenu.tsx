import { Button, Menu, Popover } from '@mantine/core';
import { Clock, Ellipsis } from 'lucide-react';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { type Message, message } from '@shared/messages/message.js';
import { t, textOf } from '../../i18n/t.js';
import { useSettings } from '../../settings/settings-store.js';
import { FieldError } from '../../ui/FieldError.js';
import { SelectInput } from '../../ui/SelectInput.js';
import { TextInput } from '../../ui/TextInput.js';
import { copyTimedLink } from './delivery-actions.js';
import { type LinkUnit, inUnits, linkSeconds, linkTimeText, linkTimes } from './link-time.js';

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

interface TimedLinkFormProps {
  readonly id: string;
  readonly onDone: () => void;
}

const own = 'own';
const units = ['minutes', 'hours', 'days'] as const satisfies readonly LinkUnit[];
const unitNames: Readonly<Record<LinkUnit, Message>> = {
  minutes: message('uploads.minutes'),
  hours: message('uploads.hours'),
  days: message('uploads.days'),
};

/** Asks when a link expires and copies the link. */
function TimedLinkForm({ id, onDone }: TimedLinkFormProps) {
  const fieldId = useId();
  const last = useSettings((settings) => settings.linkSeconds);
  const [choice, setChoice] = useState(
    linkTimes.some((seconds) => seconds === last) ? String(last) : own,
  );
  const [count, setCount] = useState(String(inUnits(last).count));
  const [unit, setUnit] = useState<LinkUnit>(inUnits(last).unit);
  const [isWrong, setIsWrong] = useState(false);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const seconds = choice === own ? linkSeconds(count, unit) : Number(choice);
    setIsWrong(seconds === null);
    if (seconds === null) return;
    if (await copyTimedLink(id, seconds, linkTimeText(seconds))) onDone();
  }

  return (
    <form className="timed-link" onSubmit={(event) => void submit(event)}>
      <label htmlFor={fieldId}>{t('uploads.linkExpires')}</label>
      <SelectInput id={fieldId} data-autofocus value={choice} onChange={setChoice}>
        {linkTimes.map((seconds) => (
          <option key={seconds} value={seconds}>
            {linkTimeText(seconds)}
          </option>
        ))}
        <option value={own}>{t('uploads.customTime')}</option>
      </SelectInput>
      {choice === own && (
        <div className="row">
          <TextInput
            inputMode="decimal"
            aria-label={t('uploads.duration')}
            aria-describedby={`${fieldId}-error`}
            aria-invalid={isWrong}
            error={isWrong}
            value={count}
            onChange={setCount}
          />
          <SelectInput
            aria-label={t('uploads.unit')}
            value={unit}
            onChange={(value) => setUnit(value === 'days' || value === 'hours' ? value : 'minutes')}
          >
            {units.map((each) => (
              <option key={each} value={each}>
                {textOf(unitNames[each])}
              </option>
            ))}
          </SelectInput>
        </div>
      )}
      <FieldError id={`${fieldId}-error`} message={isWrong ? t('uploads.linkTimeIssue') : null} />
      <div className="row several-end">
        <Button variant="default" onClick={onDone}>
          {t('window.cancel')}
        </Button>
        <Button type="submit">{t('uploads.copyLink')}</Button>
      </div>
    </form>
  );
}
