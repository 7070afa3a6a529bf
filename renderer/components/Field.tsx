import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { type OptionName, optionHelp } from '@shared/request/option-help.js';
import type { FieldName } from '../store/fields.js';
import { FieldError } from './FieldError.js';
import { LocalOnlyMark } from './LocalOnlyMark.js';
import { HelpLabel } from './HelpLabel.js';
import { ResetButton } from './ResetButton.js';
import { type ControlProps, useField } from './use-field.js';
import { useHelp } from './use-help.js';

interface FieldProps {
  readonly name: FieldName;
  readonly label: string;
  /** The option whose line of help this is, the same text as on the command line; or a sentence of its own. */
  readonly help: OptionName | { readonly help: string; readonly example: string };
  readonly changed: boolean;
  readonly onReset: () => void;
  /** The control is several elements: the label names the group that holds them. */
  readonly isGroup?: boolean;
  /** No service knows it: it is marked while one is to make the PDF. */
  readonly isLocalOnly?: boolean;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A labelled control with one line of help, a dot that puts a change back, and its mistake once it is left. */
export function Field(props: FieldProps) {
  const { name, label, changed, onReset, isGroup = false, children } = props;
  const { isLocalOnly = false } = props;
  const { message, control, onEnter, onLeave } = useField(name);
  const { opened, onLabel, onField } = useHelp();
  const { help, example } = typeof props.help === 'string' ? optionHelp[props.help] : props.help;
  const helpText = `${help} Example: ${example}`;

  return (
    <div
      className="field"
      onFocus={onEnter}
      onBlur={(event) => {
        onLeave(event);
        onField.onBlur();
      }}
      onKeyUp={onField.onKeyUp}
      onKeyDown={onField.onKeyDown}
      {...(isGroup && { role: 'group', 'aria-labelledby': `${control.id}-label` })}
    >
      <div className="field-label">
        <HelpLabel
          control={control.id}
          isGroup={isGroup}
          help={helpText}
          opened={opened}
          {...onLabel}
        >
          {label}
        </HelpLabel>
        {changed && <ResetButton label={label} onReset={onReset} />}
      </div>
      <div className="field-control">
        {children(control)}
        {isLocalOnly && <LocalOnlyMark />}
        <VisuallyHidden id={`${control.id}-help`}>{helpText}</VisuallyHidden>
        <FieldError id={`${control.id}-error`} message={message} />
      </div>
    </div>
  );
}
