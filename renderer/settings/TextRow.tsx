import { TextInput } from '../ui/TextInput.js';
import { SettingRow } from './SettingRow.js';

interface TextRowProps {
  readonly id: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly help?: string | undefined;
  readonly issue: string | null;
  readonly value: string;
  /** Short text at the right end, such as a unit. */
  readonly end?: string;
  /** True to focus the field first. */
  readonly autoFocus?: boolean;
  readonly onChange: (text: string) => void;
  /** Called when the field is left and not empty. */
  readonly onLeave: () => void;
}

/** A setting with a text input. */
export function TextRow(props: TextRowProps) {
  const { id, label, placeholder, help, issue, value, end, onChange, onLeave } = props;
  const { autoFocus = false } = props;
  return (
    <SettingRow id={id} label={label} help={help} issue={issue}>
      <TextInput
        id={id}
        {...(autoFocus && { autoFocus, 'data-autofocus': true })}
        aria-describedby={help === undefined ? `${id}-error` : `${id}-help ${id}-error`}
        aria-invalid={issue !== null}
        error={issue !== null}
        placeholder={placeholder}
        value={value}
        end={end}
        onChange={onChange}
        onBlur={() => {
          if (value !== '') onLeave();
        }}
      />
    </SettingRow>
  );
}
