import { useState } from 'react';
import { TextInput } from '../ui/TextInput.js';
import { SettingRow } from './SettingRow.js';

interface TypedSettingProps<T> {
  readonly id: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly help?: string | undefined;
  /** Short text at the right end, such as a unit. */
  readonly end?: string;
  readonly isDisabled?: boolean;
  /** The stored value as text. */
  readonly value: string;
  /** Parses the input; returns an error message if it is invalid. */
  readonly read: (text: string) => T | string;
  readonly onRead: (value: T) => void;
}

/** A text setting that is saved on blur or Enter, if valid. */
export function TypedSetting<T>(props: TypedSettingProps<T>) {
  const { id, label, placeholder, help, end, isDisabled = false, value, read, onRead } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [issue, setIssue] = useState<string | null>(null);

  function finish(): void {
    if (typed === null) return;
    const result = read(typed);
    if (typeof result === 'string') {
      setIssue(result);
      return;
    }
    setTyped(null);
    if (typed !== value) onRead(result);
  }

  return (
    <SettingRow id={id} label={label} help={help} issue={issue}>
      <TextInput
        id={id}
        aria-describedby={help === undefined ? `${id}-error` : `${id}-help ${id}-error`}
        aria-invalid={issue !== null}
        error={issue !== null}
        placeholder={placeholder}
        end={end}
        disabled={isDisabled}
        value={typed ?? value}
        onChange={(text) => {
          setTyped(text);
          setIssue(null);
        }}
        onBlur={finish}
        onKeyDown={({ key }) => {
          if (key === 'Enter') finish();
        }}
      />
    </SettingRow>
  );
}
