import { Button } from '@mantine/core';
import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { FieldIssue } from '@shared/errors.js';
import type { Editing, EditingState } from '../document/form/editing.js';
import { TestResult } from './TestResult.js';
import { t } from '../i18n/t.js';

/** Props of an editor's fields. */
export interface EditorFields<Form> {
  readonly form: Form;
  readonly issues: readonly FieldIssue[];
  /** True if a secret is stored. */
  readonly hasSecret: boolean;
  /** The input for a new secret. */
  readonly secret: RefObject<HTMLInputElement | null>;
  readonly onForget: () => void;
}

interface ItemEditorProps<Form> {
  readonly editing: Editing<Form>;
  readonly state: EditingState<Form>;
  readonly title: string;
  /** Label of the button that adds a new item. */
  readonly addLabel: string;
  readonly testingText: string;
  /** Field paths. */
  readonly fields: readonly string[];
  readonly hasSecret: boolean;
  readonly children: (fields: EditorFields<Form>) => ReactNode;
}

/** The form of an item that can be tested and has a secret. The secret stays in its input. */
export function ItemEditor<Form>(props: ItemEditorProps<Form>) {
  const { editing, state, title, addLabel, testingText, fields, children } = props;
  const secret = useRef<HTMLInputElement>(null);
  const [forgets, setForgets] = useState(false);
  const editor = useRef<HTMLFormElement>(null);
  useFocusOnError(editor, state.focusErrorTick);
  const { form, isNew, saving, test } = state;
  if (!form) return null;
  const isTesting = test.kind === 'running';

  function typedSecret(): string {
    return secret.current?.value.trim() ?? '';
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const typed = typedSecret();
    void editing.keep(typed === '' ? (forgets ? null : undefined) : typed);
  }

  return (
    <form ref={editor} className="settings item-editor" onSubmit={submit}>
      <h3>{title}</h3>
      {children({
        form,
        issues: editing.issues(state),
        hasSecret: props.hasSecret && !forgets,
        secret,
        onForget: () => setForgets(true),
      })}
      {/* Otherwise an error that appears on blur moves the button away from the pointer. */}
      <div className="item-end" onMouseDown={(event) => event.preventDefault()}>
        <TestResult state={state} runningText={testingText} fields={fields} />
        <div className="row item-buttons">
          <Button
            variant="default"
            {...(isTesting && busy)}
            onClick={() => {
              if (!isTesting) void editing.test(typedSecret());
            }}
          >
            {t('settings.test')}
          </Button>
          <Button variant="default" onClick={editing.stop}>
            {t('window.cancel')}
          </Button>
          <Button type="submit" {...(saving && busy)}>
            {isNew ? addLabel : t('settings.save')}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** A busy button keeps the focus, which a disabled one would lose. */
const busy = { 'aria-busy': true, 'aria-disabled': true, 'data-disabled': true } as const;

/** Focuses the first invalid field after validation failed, and scrolls its error into view. */
function useFocusOnError(editor: RefObject<HTMLFormElement | null>, focusErrorTick: number): void {
  useEffect(() => {
    if (focusErrorTick === 0) return;
    const wrong = editor.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus({ preventScroll: true });
    wrong?.closest('.setting')?.scrollIntoView({ block: 'nearest' });
  }, [editor, focusErrorTick]);
}
