import { Button } from '@mantine/core';
import { type SubmitEvent, useId, useState } from 'react';
import { FieldError } from '../../components/FieldError.js';
import { SelectInput } from '../../components/SelectInput.js';
import { TextInput } from '../../components/TextInput.js';
import { copyTimedLink } from '../../store/delivery/delivery-actions.js';
import {
  type LinkUnit,
  inUnits,
  linkSeconds,
  linkTimeText,
  linkTimes,
  linkUnits,
} from '../../store/delivery/link-time.js';
import { useSettings } from '../../store/settings-store.js';

interface TimedLinkFormProps {
  readonly id: string;
  readonly onDone: () => void;
}

const own = 'own';
const units = Object.keys(linkUnits);

/** Asks when a link expires and copies the link. */
export function TimedLinkForm({ id, onDone }: TimedLinkFormProps) {
  const fieldId = useId();
  const last = useSettings((settings) => settings.linkSeconds);
  const [choice, setChoice] = useState(
    linkTimes.some(({ seconds }) => seconds === last) ? String(last) : own,
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
      <label htmlFor={fieldId}>Link expires after</label>
      <SelectInput id={fieldId} data-autofocus value={choice} onChange={setChoice}>
        {linkTimes.map(({ seconds, label }) => (
          <option key={seconds} value={seconds}>
            {label}
          </option>
        ))}
        <option value={own}>Custom…</option>
      </SelectInput>
      {choice === own && (
        <div className="row">
          <TextInput
            inputMode="decimal"
            aria-label="Duration"
            aria-describedby={`${fieldId}-error`}
            aria-invalid={isWrong}
            error={isWrong}
            value={count}
            onChange={setCount}
          />
          <SelectInput
            aria-label="Unit"
            value={unit}
            onChange={(value) => setUnit(value === 'days' || value === 'hours' ? value : 'minutes')}
          >
            {units.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </SelectInput>
        </div>
      )}
      <FieldError id={`${fieldId}-error`} message={isWrong ? timeIssue : null} />
      <div className="row several-end">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit">Copy link</Button>
      </div>
    </form>
  );
}

const timeIssue = 'A link can last from 1 minute to 1 week. Enter another time.';
