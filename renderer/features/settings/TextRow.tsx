import { TextInput } from '../../components/TextInput.js';
import { SettingRow } from './SettingRow.js';

interface TextRowProps {
  readonly id: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly help?: string | undefined;
  readonly mistake: string | null;
  readonly value: string;
  /** A few words at the right end, such as a unit. */
  readonly end?: string;
  /** Has the focus at first. */
  readonly autoFocus?: boolean;
  readonly onChange: (text: string) => void;
  /** Called when the field is left with something in it. */
  readonly onLeave: () => void;
}

/** A setting that is a line of text. */
export function TextRow(props: TextRowProps) {
  const { id, label, placeholder, help, mistake, value, end, onChange, onLeave } = props;
  const { autoFocus = false } = props;
  return (
    <SettingRow id={id} label={label} help={help} mistake={mistake}>
      <TextInput
        id={id}
        {...(autoFocus && { autoFocus, 'data-autofocus': true })}
        aria-describedby={help === undefined ? `${id}-error` : `${id}-help ${id}-error`}
        aria-invalid={mistake !== null}
        error={mistake !== null}
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
