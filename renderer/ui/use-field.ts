import { type FocusEvent, useEffect, useRef } from 'react';
import { untouchFields, touchFields } from '../document/form/draft-store.js';
import { type FieldName, messagesByField } from '../document/form/fields.js';
import { useFieldMessage, useIssues } from '../document/form/reading.js';
import { fieldId, useUi } from './ui-store.js';

/** Props that connect a control with its label, help and error. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
  readonly error: boolean;
}

export interface FieldState {
  /** The error to show; null if the field is valid or still being edited. */
  readonly message: string | null;
  readonly control: ControlProps;
  /** Handlers for the element around the control. */
  readonly onEnter: () => void;
  readonly onLeave: (event: FocusEvent<HTMLElement>) => void;
}

/**
 * Returns the state of a field. Its error appears when the field is left and stays until fixed;
 * editing again doesn't repeat it on every key.
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

/** Focuses the field once it is mounted, if {@link useUi} requests it. */
function useWantedFocus(name: FieldName): void {
  const isWanted = useUi(({ focusWanted }) => focusWanted === name);
  useEffect(() => {
    if (!isWanted) return;
    document.getElementById(fieldId(name))?.focus();
    useUi.setState({ focusWanted: null });
  }, [isWanted, name]);
}
