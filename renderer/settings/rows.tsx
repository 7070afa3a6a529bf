import { Switch, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FieldError, SelectInput, TextInput } from '../ui/inputs.js';

interface SettingRowProps {
  /** Id of the control. Its help has the suffix `-help`, its error `-error`. */
  readonly id: string;
  readonly label: string;
  readonly help?: string | undefined;
  /** The error; absent for a setting that can't be invalid. */
  readonly issue?: string | null | undefined;
  readonly children: ReactNode;
  /** What can be done about the error. */
  readonly remedy?: ReactNode;
}

/** A setting with its label at the left and help below. */
export function SettingRow({ id, label, help, issue, children, remedy }: SettingRowProps) {
  return (
    <div className="setting">
      <label htmlFor={id} className="setting-label">
        {label}
      </label>
      <div className="setting-control">
        {children}
        {help !== undefined && (
          <p id={`${id}-help`} className="quiet small">
            {help}
          </p>
        )}
        {issue !== undefined && <FieldError id={`${id}-error`} message={issue} />}
        {remedy}
      </div>
    </div>
  );
}

interface InputRowProps<Value> extends Omit<SettingRowProps, 'children'> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** True to focus the field first. */
  readonly autoFocus?: boolean | undefined;
}

export interface TextRowProps extends InputRowProps<string> {
  readonly issue: string | null;
  readonly placeholder?: string | undefined;
  /** True for a field of several lines. */
  readonly isMultiline?: boolean;
  /** Short text at the right end of a line, such as a unit. */
  readonly end?: string | undefined;
  /** A button beside the field. */
  readonly action?: ReactNode;
  /** Shown below the field. */
  readonly children?: ReactNode;
  /** Called when the field is left and not empty. */
  readonly onLeave?: () => void;
  /** The keys of a screen keyboard. */
  readonly inputMode?: 'numeric';
}

export function TextRow(props: TextRowProps) {
  const { id, label, placeholder, help, issue, value, end, onChange, onLeave } = props;
  const { isMultiline = false, autoFocus = false, inputMode, action, children, remedy } = props;
  const control = {
    id,
    'aria-describedby': descriptionIds(id, help, issue),
    'aria-invalid': issue !== null,
    error: issue !== null,
    placeholder,
    value,
    onBlur: () => {
      if (value !== '') onLeave?.();
    },
  };
  const input = isMultiline ? (
    <Textarea
      {...control}
      autosize
      minRows={1}
      maxRows={8}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput
      {...control}
      {...(autoFocus && focusedFirst)}
      end={end}
      inputMode={inputMode}
      onChange={onChange}
    />
  );
  return (
    <SettingRow id={id} label={label} help={help} issue={issue} remedy={remedy}>
      {action === undefined ? (
        input
      ) : (
        <div className="row">
          {input}
          {action}
        </div>
      )}
      {children}
    </SettingRow>
  );
}

const focusedFirst = { autoFocus: true, 'data-autofocus': true } as const;

/** The ids of help and error; undefined for none. */
function descriptionIds(
  id: string,
  help: string | undefined,
  issue: string | null | undefined,
): string | undefined {
  const ids = [
    ...(help === undefined ? [] : [`${id}-help`]),
    ...(issue === undefined ? [] : [`${id}-error`]),
  ];
  return ids.length === 0 ? undefined : ids.join(' ');
}

/** A value, its label, and the language of the label if it isn't that of the window. */
export type Choice<V> = readonly [value: V, label: string, lang?: string];

interface SelectRowProps<V> extends InputRowProps<V> {
  readonly choices: readonly Choice<V>[];
}

export function SelectRow<V extends string | number>(props: SelectRowProps<V>) {
  const { id, label, help, issue, value, choices, autoFocus = false, onChange } = props;
  return (
    <SettingRow id={id} label={label} help={help} issue={issue}>
      <SelectInput
        id={id}
        {...(autoFocus && focusedFirst)}
        aria-describedby={descriptionIds(id, help, issue)}
        {...(issue !== undefined && { 'aria-invalid': issue !== null })}
        value={value}
        onChange={(text) => {
          const chosen = choices.find(([each]) => String(each) === text);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {choices.map(([each, name, lang]) => (
          <option key={each} value={each} lang={lang}>
            {name}
          </option>
        ))}
      </SelectInput>
    </SettingRow>
  );
}

export function SwitchRow({ id, label, help, value, issue, onChange }: InputRowProps<boolean>) {
  return (
    <SettingRow id={id} label={label} help={help} issue={issue}>
      <Switch
        id={id}
        aria-describedby={descriptionIds(id, help, issue)}
        {...(issue !== undefined && { 'aria-invalid': issue !== null })}
        withThumbIndicator={false}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </SettingRow>
  );
}

interface TypedSettingProps<T> extends Pick<SettingRowProps, 'id' | 'label' | 'help'> {
  readonly placeholder?: string;
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
        aria-describedby={descriptionIds(id, help, issue)}
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
