import { type FocusEvent, useEffect, useRef } from 'react';
import { concealFields, revealFields } from '../store/draft-store.js';
import { type FieldName, messagesByField } from '../store/fields.js';
import { useFieldMessage, useIssues } from '../store/reading.js';
import { fieldId, useUi } from '../store/ui-store.js';

/** What a control needs so that its label, help and mistake belong to it. */
export interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
  readonly error: boolean;
}

export interface FieldState {
  /** The sentence to show now; null while the field is right or still being typed into. */
  readonly message: string | null;
  readonly control: ControlProps;
  /** For the element around the control, on focus and on blur. */
  readonly onEnter: () => void;
  readonly onLeave: (event: FocusEvent<HTMLElement>) => void;
}

/** A field's mistake and its time: told when the field is left, kept until it is right, not told anew with each key. */
export function useField(name: FieldName): FieldState {
  const id = fieldId(name);
  const hasIssue = messagesByField(useIssues()).has(name);
  const message = useFieldMessage(name);
  const isInside = useRef(false);
  useWantedFocus(name);

  useEffect(() => {
    if (!hasIssue && isInside.current) concealFields(new Set([name]));
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
      if (message === null) concealFields(new Set([name]));
    },
    onLeave: (event) => {
      if (event.currentTarget.contains(event.relatedTarget)) return;
      isInside.current = false;
      revealFields([name]);
    },
  };
}

/** Takes the focus into the field when {@link useUi} wants it there, as soon as the field is on the screen. */
function useWantedFocus(name: FieldName): void {
  const isWanted = useUi(({ focusWanted }) => focusWanted === name);
  useEffect(() => {
    if (!isWanted) return;
    document.getElementById(fieldId(name))?.focus();
    useUi.setState({ focusWanted: null });
  }, [isWanted, name]);
}
