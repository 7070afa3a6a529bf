import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { type OptionName, helpWithExample, optionHelp } from '@shared/request/option-help.js';
import type { FieldName } from '../document/form/fields.js';
import { FieldError } from './FieldError.js';
import { LocalOnlyMark } from './LocalOnlyMark.js';
import { HelpLabel } from './HelpLabel.js';
import { ResetButton } from './ResetButton.js';
import { type ControlProps, useField } from './use-field.js';
import { useHelp } from './use-help.js';
import { t, textOf } from '../i18n/t.js';

interface FieldProps {
  readonly name: FieldName;
  readonly label: string;
  /** An option, whose help is the same as on the command line, or another text. */
  readonly help: OptionName | { readonly help: string; readonly example: string };
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
  const { opened, onLabel, onField } = useHelp();
  const helpText = helpTextOf(props.help);

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

function helpTextOf(help: FieldProps['help']): string {
  if (typeof help === 'string') return textOf(helpWithExample(optionHelp[help]));
  return t('form.helpWithExample', help);
}
