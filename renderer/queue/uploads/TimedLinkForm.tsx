import { Button } from '@mantine/core';
import { type SubmitEvent, useId, useState } from 'react';
import { type Message, message } from '@shared/messages/message.js';
import { FieldError } from '../../ui/FieldError.js';
import { SelectInput } from '../../ui/SelectInput.js';
import { TextInput } from '../../ui/TextInput.js';
import { copyTimedLink } from './delivery-actions.js';
import { type LinkUnit, inUnits, linkSeconds, linkTimeText, linkTimes } from './link-time.js';
import { useSettings } from '../../settings/settings-store.js';
import { t, textOf } from '../../i18n/t.js';

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
export function TimedLinkForm({ id, onDone }: TimedLinkFormProps) {
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
