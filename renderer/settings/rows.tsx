import { type ReactNode, useRef, useState } from 'react';
import { FieldError, SelectInput, TextInput } from '../ui/inputs.js';
import { Button, Switch, Textarea, UnstyledButton } from '@mantine/core';
import type { AppErrorData } from '@shared/messages/errors.js';
import type { Result } from '@shared/result.js';
import { type Message, message } from '@shared/messages/message.js';
import { call } from '../bridge/bridge.js';
import { t, textOf } from '../i18n/t.js';
import { ChevronRight } from 'lucide-react';
import { flushSync } from 'react-dom';
import type { Editing, EditingState } from './editing.js';

interface SettingRowProps {
  /** Id of the control. Its help has the suffix `-help`, its error `-error`. */
  readonly id: string;
  readonly label: string;
  readonly help?: string | undefined;
  /** The error; absent for a setting that can't be invalid. */
  readonly issue?: string | null;
  /** The control has several elements: the label names the group. */
  readonly isGroup?: boolean;
  readonly children: ReactNode;
  /** What can be done about the error. */
  readonly remedy?: ReactNode;
}

/** A setting with its label at the left and help below. */
export function SettingRow(props: SettingRowProps) {
  const { id, label, help, issue, isGroup = false, children, remedy } = props;
  return (
    <div className="setting" {...(isGroup && { role: 'group', 'aria-labelledby': `${id}-label` })}>
      {isGroup ? (
        <span id={`${id}-label`} className="setting-label">
          {label}
        </span>
      ) : (
        <label htmlFor={id} className="setting-label">
          {label}
        </label>
      )}
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
  /** A button beside the field. */
  readonly action?: ReactNode;
  /** Shown below the field. */
  readonly children?: ReactNode;
  /** Shown below the error. */
  readonly remedy?: ReactNode;
  readonly onChange: (text: string) => void;
  /** Called when the field is left and not empty. */
  readonly onLeave?: () => void;
  /** The keys of a screen keyboard. */
  readonly inputMode?: 'numeric';
}

/** A setting with a text input. */
export function TextRow(props: TextRowProps) {
  const { id, label, placeholder, help, issue, value, end, onChange, onLeave } = props;
  const { autoFocus = false, inputMode, action, children, remedy } = props;
  const input = (
    <TextInput
      id={id}
      {...(autoFocus && { autoFocus, 'data-autofocus': true })}
      aria-describedby={help === undefined ? `${id}-error` : `${id}-help ${id}-error`}
      aria-invalid={issue !== null}
      error={issue !== null}
      placeholder={placeholder}
      value={value}
      end={end}
      inputMode={inputMode}
      onChange={onChange}
      onBlur={() => {
        if (value !== '') onLeave?.();
      }}
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

type LinesRowProps = Omit<
  TextRowProps,
  'end' | 'autoFocus' | 'inputMode' | 'action' | 'children' | 'remedy'
>;

/** A setting with several lines. */
export function LinesRow(props: LinesRowProps) {
  const { id, label, placeholder, help, issue, value, onChange, onLeave } = props;
  return (
    <SettingRow id={id} label={label} help={help} issue={issue}>
      <Textarea
        id={id}
        autosize
        minRows={1}
        maxRows={8}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={help === undefined ? `${id}-error` : `${id}-help ${id}-error`}
        aria-invalid={issue !== null}
        error={issue !== null}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={() => {
          if (value !== '') onLeave?.();
        }}
      />
    </SettingRow>
  );
}

/** A value, its label, and the language of the label if it isn't that of the window. */
export type Choice<V> = readonly [value: V, label: string, lang?: string];

interface SelectRowProps<V> {
  readonly id: string;
  readonly label: string;
  readonly help?: string | undefined;
  readonly issue?: string | null;
  readonly value: V;
  readonly choices: readonly Choice<V>[];
  /** True to focus the field first. */
  readonly autoFocus?: boolean;
  readonly onChange: (value: V) => void;
}

/** A setting with a few choices. */
export function SelectRow<V extends string | number>(props: SelectRowProps<V>) {
  const { id, label, help, issue, value, choices, autoFocus = false, onChange } = props;
  const describedBy = [
    ...(help === undefined ? [] : [`${id}-help`]),
    ...(issue === undefined ? [] : [`${id}-error`]),
  ];
  return (
    <SettingRow id={id} label={label} help={help} {...(issue !== undefined && { issue })}>
      <SelectInput
        id={id}
        {...(autoFocus && { autoFocus, 'data-autofocus': true })}
        {...(describedBy.length > 0 && { 'aria-describedby': describedBy.join(' ') })}
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

interface SwitchRowProps {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly value: boolean;
  /** The error; absent for a switch that can't be invalid. */
  readonly issue?: string | null;
  readonly onChange: (value: boolean) => void;
}

/** An on/off setting. */
export function SwitchRow({ id, label, help, value, issue, onChange }: SwitchRowProps) {
  return (
    <SettingRow id={id} label={label} help={help} {...(issue !== undefined && { issue })}>
      <Switch
        id={id}
        aria-describedby={issue === undefined ? `${id}-help` : `${id}-help ${id}-error`}
        {...(issue !== undefined && { 'aria-invalid': issue !== null })}
        withThumbIndicator={false}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </SettingRow>
  );
}

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

interface FileRowProps {
  readonly id: string;
  readonly issue: string | null;
  /** Full path of the file; empty for none. */
  readonly value: string;
  readonly onChange: (path: string) => void;
  readonly onLeave?: () => void;
  /** Called if the file dialog couldn't be opened. */
  readonly onFailure: (failure: AppErrorData) => void;
}

interface PathRowProps extends FileRowProps {
  readonly label: string;
  readonly placeholder: string;
  readonly help: string;
  /** The accessible name of the button. */
  readonly chooseLabel: string;
  /** Asks for a file; null if the user closes the dialog. */
  readonly choose: () => Promise<Result<string | null>>;
}

/** A setting with the path of a file, which can be chosen. */
export function PathRow({ chooseLabel, choose, onFailure, ...row }: PathRowProps) {
  async function ask(): Promise<void> {
    const result = await choose();
    if (!result.ok) onFailure(result.error);
    else if (result.value !== null) row.onChange(result.value);
  }

  return (
    <TextRow
      {...row}
      action={
        <Button variant="default" aria-label={chooseLabel} onClick={() => void ask()}>
          {t('settings.choose')}
        </Button>
      }
    />
  );
}

/** A file with additional trusted certificates. */
export function CertificatesRow(row: FileRowProps) {
  return (
    <PathRow
      {...row}
      label={t('settings.certificates')}
      placeholder={t('settings.none')}
      help={t('settings.certificatesHelp')}
      chooseLabel={t('settings.chooseCertificates')}
      choose={async () => call('certificates:choose', undefined)}
    />
  );
}

/** Props of {@link FoldedFields}. */
export interface FoldedFieldsProps<Form> {
  readonly editing: Pick<Editing<Form, never>, 'use'>;
  readonly state: Pick<EditingState<Form>, 'openSections'>;
  /** A message, whose key identifies the section in every language. */
  readonly label: Message;
  /** What is set, shown while the fields are hidden. */
  readonly summary?: string;
  /** True if a field inside is invalid, which keeps it open. */
  readonly isWrong: boolean;
  readonly children: ReactNode;
}

/** Fields of an editor that few users need, under a label. */
export function FoldedFields<Form>(props: FoldedFieldsProps<Form>) {
  const { editing, state, label, summary = '', isWrong, children } = props;
  const isOpen = state.openSections.has(label.key) || isWrong;
  const button = useRef<HTMLButtonElement>(null);

  /** Scrolls, because the opened fields may be below the visible part of the dialog. */
  function toggle(): void {
    const others = [...state.openSections].filter((each) => each !== label.key);
    const openSections = new Set(isOpen ? others : [...others, label.key]);
    flushSync(() => editing.use.setState({ openSections }));
    if (!isOpen) button.current?.scrollIntoView({ block: 'start' });
  }

  return (
    <>
      <UnstyledButton ref={button} className="more-toggle" aria-expanded={isOpen} onClick={toggle}>
        <ChevronRight size={16} aria-hidden />
        {textOf(label)}
        {!isOpen && summary !== '' && <span className="quiet cut">{summary}</span>}
      </UnstyledButton>
      {isOpen && children}
    </>
  );
}

/** Fields of an editor that few users need. */
export function MoreFields<Form>(props: Omit<FoldedFieldsProps<Form>, 'label' | 'summary'>) {
  return <FoldedFields {...props} label={message('settings.more')} />;
}
