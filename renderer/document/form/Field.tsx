import { Switch, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { ChevronDown, ChevronUp, Undo2 } from 'lucide-react';
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type OptionName, helpWithExample, optionHelp } from '@shared/request/option-help.js';
import { stepLength, withUnit } from '@shared/request/paper.js';
import { t, textOf } from '../../i18n/t.js';
import { useSettings } from '../../settings/settings-store.js';
import { FieldError, TextInput } from '../../ui/inputs.js';
import { fieldId, useUi } from '../../ui/ui-store.js';
import { touchFields, untouchFields, useDraft } from '../draft/draft-store.js';
import { type FieldName, messagesByField } from '../../ui/fields.js';
import { type StepRange, lengthInLocale, normalLength, stepNumber } from '../draft/normal-form.js';
import { useFieldMessage, useIssues } from '../draft/reading.js';

/** Props that connect a control with its label, help and error. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
  readonly error: boolean;
}

interface FieldState {
  /** The error to show; null if the field is valid or still being edited. */
  readonly message: string | null;
  readonly control: ControlProps;
  /** Handlers for the element around the control. */
  readonly onEnter: () => void;
  readonly onLeave: (event: FocusEvent<HTMLElement>) => void;
}

/**
 * The error appears when the field is left and stays until fixed; editing again doesn't repeat it
 * on every key.
 */
export function useField(name: FieldName): FieldState {
  const id = fieldId(name);
  const hasIssue = messagesByField(useIssues()).has(name);
  const message = useFieldMessage(name);
  const isInside = useRef(false);
  useWantedFocus(name);

  useEffect(() => {
    if (!hasIssue && isInside.current) untouchFields(new Set([name]));
  }, [hasIssue, name]);

  return {
    message,
    control: {
      id,
      'aria-describedby': `${id}-help ${id}-error`,
      'aria-invalid': message !== null,
      error: message !== null,
    },
    onEnter: () => {
      isInside.current = true;
      if (message === null) untouchFields(new Set([name]));
    },
    onLeave: (event) => {
      if (event.currentTarget.contains(event.relatedTarget)) return;
      isInside.current = false;
      touchFields([name]);
    },
  };
}

/**
 * Focuses the field once it is mounted, if {@link useUi} requests it. A control that loads later
 * calls it, too.
 */
export function useWantedFocus(name: FieldName): void {
  const isWanted = useUi(({ focusWanted }) => focusWanted === name);
  useEffect(() => {
    if (!isWanted) return;
    const control = document.getElementById(fieldId(name));
    if (control === null) return;
    control.focus();
    useUi.setState({ focusWanted: null });
  }, [isWanted, name]);
}

interface FieldProps {
  readonly name: FieldName;
  readonly label: string;
  /** An option, whose help is the same as on the command line, or another text. */
  readonly help: OptionName | { readonly help: string; readonly example?: string };
  readonly changed: boolean;
  readonly onReset: () => void;
  /** The control has several elements: the label names the group. */
  readonly isGroup?: boolean;
  /** Services don't support this option: marked while a service converts. */
  readonly isLocalOnly?: boolean;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A labeled control with help, a reset button once changed, and its error once left. */
export function Field(props: FieldProps) {
  const { name, label, changed, onReset, isGroup = false, children } = props;
  const { isLocalOnly = false } = props;
  const { message, control, onEnter, onLeave } = useField(name);
  const { shown, onLabel, onField } = useHelp();
  const field = useRef<HTMLDivElement>(null);
  const isService = useDraft(({ draft }) => draft.renderOn !== null);
  const helpText = helpTextOf(props.help);
  const labelId = `${control.id}-label`;

  return (
    <div
      ref={field}
      className="field"
      data-keeps-focus=""
      onFocus={onEnter}
      onBlur={(event) => {
        onLeave(event);
        onField.onBlur();
      }}
      onKeyUp={onField.onKeyUp}
      onKeyDown={onField.onKeyDown}
      {...(isGroup && { role: 'group', 'aria-labelledby': labelId })}
    >
      <div className="field-label">
        {changed && <ResetButton label={label} onReset={onReset} />}
        {isGroup ? (
          <span id={labelId} {...onLabel}>
            {label}
          </span>
        ) : (
          <label id={labelId} htmlFor={control.id} {...onLabel}>
            {label}
          </label>
        )}
        <Tooltip
          target={field}
          label={helpText}
          opened={shown !== null}
          {...helpPlaces[shown ?? 'pointed']}
        />
      </div>
      <div className="field-control">
        {children(control)}
        {isLocalOnly && isService && (
          <p className="field-note quiet small">{t('form.localOnly')}</p>
        )}
        <VisuallyHidden id={`${control.id}-help`}>{helpText}</VisuallyHidden>
        <FieldError id={`${control.id}-error`} message={message} />
      </div>
    </div>
  );
}

function helpTextOf(help: FieldProps['help']): string {
  if (typeof help === 'string') return textOf(helpWithExample(optionHelp[help]));
  const { help: text, example } = help;
  return example === undefined ? text : t('form.helpWithExample', { help: text, example });
}

interface ResetButtonProps {
  readonly label: string;
  readonly onReset: () => void;
}

/** A dot on a changed option. A click resets the option. */
function ResetButton({ label, onReset }: ResetButtonProps) {
  return (
    <Tooltip label={t('form.resetToDefault')}>
      <UnstyledButton
        className="reset-button"
        aria-label={t('form.resetField', { label })}
        onClick={onReset}
      >
        <span className="reset-dot" aria-hidden />
        <Undo2 size={12} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}

const helpDelayMs = 600;

/** Help that opens by itself must not cover the error of the field above, which was just left. */
const helpPlaces = {
  pointed: { position: 'top-start', offset: 0 },
  focused: { position: 'right', offset: 8 },
} as const;

interface Help {
  /** What opened it; null while it is closed. */
  readonly shown: keyof typeof helpPlaces | null;
  /** Handlers for the label: the pointer rests on it. */
  readonly onLabel: { readonly onMouseEnter: () => void; readonly onMouseLeave: () => void };
  /** Handlers for the whole field: the Tab key reached it. */
  readonly onField: {
    readonly onBlur: () => void;
    readonly onKeyUp: (event: KeyboardEvent) => void;
    readonly onKeyDown: () => void;
  };
}

/**
 * Decides when a field's help is open: shortly after the pointer rests on the label or Tab reaches
 * the control.
 */
function useHelp(): Help {
  const [shown, setShown] = useState<Help['shown']>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  function wait(by: keyof typeof helpPlaces): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(by), helpDelayMs);
  }

  function close(): void {
    clearTimeout(timer.current);
    setShown(null);
  }

  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    shown,
    onLabel: { onMouseEnter: () => wait('pointed'), onMouseLeave: close },
    onField: {
      onBlur: close,
      onKeyUp: ({ key }) => {
        if (key === 'Tab') wait('focused');
      },
      onKeyDown: close,
    },
  };
}

interface TypedValue {
  readonly value: string;
  /** Called for each key press. */
  readonly onType: (text: string) => void;
  /** Called with the normal form when the field is left. */
  readonly onNormal: (text: string) => void;
  /** Null if the text is invalid. */
  readonly normalize: (text: string) => string | null;
  /** By default, unchanged. */
  readonly display?: (normal: string) => string;
}

/**
 * Shows a value in its normal form, except while it is being typed. It is rewritten when the field
 * is left.
 */
function useTypedValue({ value, onType, onNormal, normalize, display }: TypedValue) {
  const [typed, setTyped] = useState<string | null>(null);
  const normal = normalize(value);
  const shown = normal === null ? value : (display?.(normal) ?? normal);
  return {
    // Another value than the typed one was set meanwhile, for example by undo.
    value: typed === value ? typed : shown,
    onChange: (text: string) => {
      setTyped(text);
      onType(text);
    },
    onBlur: () => {
      if (typed === null) return;
      setTyped(null);
      if (normal !== null && normal !== value) onNormal(normal);
    },
  };
}

type NormalInputProps = TypedValue &
  Omit<ComponentProps<typeof TextInput>, keyof TypedValue | 'onChange' | 'onBlur'>;

export function NormalInput(props: NormalInputProps) {
  const { value, onType, onNormal, normalize, display, ...input } = props;
  const typed = useTypedValue({
    value,
    onType,
    onNormal,
    normalize,
    ...(display !== undefined && { display }),
  });
  return <TextInput {...input} {...typed} />;
}

type LengthInputProps = Pick<TypedValue, 'value' | 'onType' | 'onNormal'> & {
  readonly control: ControlProps;
  readonly label?: string;
  readonly placeholder?: string;
};

/** An input for a length such as `2.5 cm`. The arrow keys step it. */
export function LengthInput({ control, label, ...input }: LengthInputProps) {
  const { value, onNormal } = input;
  const unit = useSettings(({ lengthUnit }) => lengthUnit);

  return (
    <NormalInput
      {...control}
      {...input}
      aria-label={label}
      normalize={(text) => normalLength(text, unit)}
      display={lengthInLocale}
      onKeyDown={onArrow((direction) => {
        const start = value.trim() === '' ? `0 ${unit}` : withUnit(value, unit);
        onNormal(stepLength(start, direction));
      })}
    />
  );
}

interface StepperInputProps extends TypedValue {
  readonly control: ControlProps;
  /** Accessible names of the buttons. */
  readonly decreaseLabel: string;
  readonly increaseLabel: string;
  /** Short text after the value. */
  readonly unit?: string;
  readonly range: StepRange;
  /** The normal form where stepping starts if the text is invalid. */
  readonly fallback: string;
}

/** A number stepped with the arrow keys or two buttons. */
export function StepperInput(props: StepperInputProps) {
  const { control, decreaseLabel, increaseLabel, unit, range, fallback, ...typed } = props;

  function step(direction: 'up' | 'down'): void {
    typed.onNormal(stepNumber(typed.normalize(typed.value) ?? fallback, direction, range));
  }

  return (
    <div className="stepper">
      <NormalInput
        {...control}
        {...typed}
        inputMode="decimal"
        end={unit}
        onKeyDown={onArrow(step)}
      />
      <div className="stepper-buttons">
        <StepButton label={increaseLabel} onClick={() => step('up')}>
          <ChevronUp size={12} aria-hidden />
        </StepButton>
        <StepButton label={decreaseLabel} onClick={() => step('down')}>
          <ChevronDown size={12} aria-hidden />
        </StepButton>
      </div>
    </div>
  );
}

interface StepButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** Not a tab stop, because the arrow keys in the field do the same. */
function StepButton({ label, onClick, children }: StepButtonProps) {
  return (
    <UnstyledButton tabIndex={-1} aria-label={label} onClick={onClick}>
      {children}
    </UnstyledButton>
  );
}

function onArrow(step: (direction: 'up' | 'down') => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 'up' : 'down');
  };
}

interface SwitchFieldProps {
  readonly name: FieldName;
  readonly label: string;
  readonly help: FieldProps['help'];
  readonly isOn: boolean;
  readonly defaultValue: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function SwitchField({ name, label, help, isOn, defaultValue, onChange }: SwitchFieldProps) {
  return (
    <Field
      name={name}
      label={label}
      help={help}
      changed={isOn !== defaultValue}
      onReset={() => onChange(defaultValue)}
    >
      {(control) => (
        <Switch
          id={control.id}
          aria-describedby={control['aria-describedby']}
          withThumbIndicator={false}
          checked={isOn}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )}
    </Field>
  );
}
