import type { AppErrorData, FieldIssue } from '@shared/messages/errors.js';
import { t, textOf } from '../i18n/t.js';
import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  CircleAlert,
  CircleCheck,
  Copy,
  type LucideIcon,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react';
import { EmptyNotice } from '../ui/parts.js';
import { FieldError } from '../ui/inputs.js';
import { SecretField, SecretKeeping, useSecretHelp } from './secrets.js';
import { type FoldedFieldsProps, SettingRow } from './rows.js';
import type { Editing, EditingState } from './editing.js';

/**
 * Returns the error of a field; null for none.
 * @param fields the field paths of the form
 */
export function messageOf(
  issues: readonly FieldIssue[],
  fields: readonly string[],
  field: string,
): string | null {
  const found = issues.find((issue) => fieldOf(fields, issue.field) === field);
  return found ? textOf(found.message) : null;
}

/**
 * Returns the field that shows an issue: the one of its path, else the nearest ancestor; null for
 * none.
 */
function fieldOf(fields: readonly string[], path: string): string | null {
  if (fields.includes(path)) return path;
  const cut = path.lastIndexOf('.');
  return cut < 0 ? null : fieldOf(fields, path.slice(0, cut));
}

interface ItemFocusProps {
  /** Id of the edited item; null while the list is shown. */
  readonly edited: string | null;
  readonly children: ReactNode;
}

/**
 * Restores the focus when an editor closes: to the edited item, otherwise to the first element of
 * the list.
 */
export function ItemFocus({ edited, children }: ItemFocusProps) {
  const [last, setLast] = useState(edited);
  if (edited !== null && edited !== last) setLast(edited);
  const item = last === null ? '' : `[data-item="${CSS.escape(last)}"] button`;
  return (
    <div data-keeps-focus="">
      <div data-keeps-focus={item}>{children}</div>
    </div>
  );
}

/** Whether the removal of an item is being confirmed. */
export interface Confirmation {
  readonly confirmOpen: boolean;
  readonly onConfirmChange: (confirmOpen: boolean) => void;
}

interface ItemListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly icon: LucideIcon;
  /** Title and text of the empty list. */
  readonly emptyTitle: string;
  readonly about: string;
  readonly addLabel: string;
  readonly onAdd: () => void;
  /** Renders a {@link ListedItem}. */
  readonly children: (item: Item, confirmation: Confirmation) => ReactNode;
}

/** The items of a section, and how their secrets are stored. */
export function ItemList<Item extends { readonly id: string }>(props: ItemListProps<Item>) {
  const { label, items, icon, emptyTitle, about, addLabel, onAdd, children } = props;
  const [confirmingId, setConfirmingId] = useState<string | null>(null);
  const isEmpty = items.length === 0;
  const add = (
    <Button
      variant={isEmpty ? 'filled' : 'default'}
      leftSection={<Plus size={16} aria-hidden />}
      onClick={onAdd}
    >
      {addLabel}
    </Button>
  );
  return (
    <div className="items">
      {isEmpty ? (
        <EmptyNotice icon={icon} title={emptyTitle} actions={add}>
          {about}
        </EmptyNotice>
      ) : (
        <>
          <ul className="item-list" aria-label={label} data-keeps-focus="">
            {items.map((item) =>
              children(item, {
                confirmOpen: confirmingId === item.id,
                onConfirmChange: (isOpen) => setConfirmingId(isOpen ? item.id : null),
              }),
            )}
          </ul>
          <div className="row">{add}</div>
        </>
      )}
      <SecretKeeping />
    </div>
  );
}

interface ListedItemProps extends Confirmation {
  readonly id: string;
  readonly name: string;
  /** Muted text below the name. */
  readonly facts: string;
  /** What is missing for it to work; null for nothing. */
  readonly missing: string | null;
  readonly onEdit?: () => void;
  /** Shown before the common actions. */
  readonly actions?: ReactNode;
  readonly onDuplicate?: () => void;
  /** The text of the confirmation. */
  readonly question: ReactNode;
  /** Returns why the removal failed; null if it succeeded. */
  readonly onRemove: () => Promise<AppErrorData | null>;
}

/** One item of a list in the settings, with actions. */
export function ListedItem(props: ListedItemProps) {
  const { id, name, facts, missing, actions, onEdit, onDuplicate } = props;
  const { confirmOpen, onConfirmChange } = props;
  return (
    <li className="item" data-item={id} data-keeps-focus=".item-remove">
      <div className="item-head">
        <div className="item-name">
          <span className="cut">{name}</span>
          <span className="quiet small cut">{facts}</span>
          {missing !== null && <span className="item-lack small">{missing}</span>}
        </div>
        {actions}
        {onEdit && <Action icon={Pencil} label={t('settings.edit', { name })} onClick={onEdit} />}
        {onDuplicate && (
          <Action icon={Copy} label={t('settings.duplicate', { name })} onClick={onDuplicate} />
        )}
        <Action
          icon={Trash2}
          className="item-remove"
          label={t('window.removeItem', { name })}
          onClick={() => onConfirmChange(!confirmOpen)}
        />
      </div>
      {confirmOpen && <RemoveQuestion {...props} />}
    </li>
  );
}

interface ActionProps {
  readonly icon: LucideIcon;
  readonly className?: string;
  readonly label: string;
  readonly onClick: () => void;
}

function Action({ icon: Icon, className = '', label, onClick }: ActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        className={className}
        variant="subtle"
        color="gray"
        size={30}
        aria-label={label}
        onClick={onClick}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Asks first, because a removed secret can't be restored. */
function RemoveQuestion({ id, name, question, onConfirmChange, onRemove }: ListedItemProps) {
  const [issue, setIssue] = useState<string | null>(null);

  async function remove(): Promise<void> {
    const error = await onRemove();
    if (error) setIssue(textOf(error.message));
    else onConfirmChange(false);
  }

  return (
    <div className="item-question" role="group" aria-label={t('settings.removeQuestion', { name })}>
      <p>{question}</p>
      <div className="row">
        <Button
          variant="default"
          size="compact-sm"
          autoFocus
          onClick={() => onConfirmChange(false)}
        >
          {t('window.cancel')}
        </Button>
        <Button color="red" variant="light" size="compact-sm" onClick={() => void remove()}>
          {t('settings.remove')}
        </Button>
      </div>
      <FieldError id={`remove-${id}-error`} message={issue} />
    </div>
  );
}

interface TestResultProps {
  readonly state: Pick<EditingState<unknown>, 'test' | 'failure'>;
  /** Shown while a test runs. */
  readonly runningText: string;
  /** Field paths. An error that is shown beside its field isn't repeated here. */
  readonly fields: readonly string[];
}

/** The result of a test or of saving. */
function TestResult({ state: { test, failure }, runningText, fields }: TestResultProps) {
  const error = failure ?? (test.kind === 'failed' ? test.error : null);
  const isMarked = error?.fields?.some(({ field }) => fieldOf(fields, field) !== null) === true;
  return (
    <div className="test-result" role="status">
      {test.kind === 'running' && <span className="quiet">{runningText}</span>}
      {test.kind === 'passed' && (
        <span className="test-line" data-passed>
          <CircleCheck size={16} aria-hidden />
          <span>{textOf(test.message)}</span>
        </span>
      )}
      {error && (
        <span className="test-line">
          <CircleAlert size={16} aria-hidden />
          <span>
            {isMarked
              ? failure
                ? t('settings.seeField')
                : t('settings.testFailed')
              : textOf(error.message)}
          </span>
        </span>
      )}
    </div>
  );
}

/** Props of an editor's fields. */
export interface EditorFields<Form, Field extends string> {
  readonly form: Form;
  /** Returns the error of a field; null for none. */
  readonly issueOf: (field: Field) => string | null;
  /**
   * Returns the props of a row for a property of the form.
   * @param field the path of its errors, if other than the name of the property
   */
  readonly getInputProps: <Name extends keyof Form & string>(
    name: Name,
    field?: Field,
  ) => InputProps<Form[Name]>;
  /** Returns the props of a collapsible section with these fields. */
  readonly getSectionProps: (
    fields: readonly Field[],
  ) => Pick<FoldedFieldsProps<Form>, 'editing' | 'state' | 'isWrong'>;
  /** Returns the props of a {@link SecretRow}. @param field the path of its errors */
  readonly getSecretProps: (field: Field) => Omit<SecretRowProps, 'label' | 'subject'>;
}

interface InputProps<Value> {
  readonly id: string;
  readonly issue: string | null;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly onLeave: () => void;
}

interface SecretRowProps {
  readonly id: string;
  readonly label: string;
  /** Used in accessible names: `secret key`. */
  readonly subject: string;
  readonly issue: string | null;
  /** True if a secret is stored. */
  readonly isStored: boolean;
  /** The input for a new secret. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onType: () => void;
  readonly onForget: () => void;
}

/** The secret of an edited item, and how it will be stored. */
export function SecretRow({ label, issue, ...field }: SecretRowProps) {
  const help = useSecretHelp();
  return (
    <SettingRow id={field.id} label={label} help={field.isStored ? undefined : help} issue={issue}>
      <SecretField {...field} isWrong={issue !== null} />
    </SettingRow>
  );
}

interface ItemEditorProps<Form, Field extends string> {
  readonly editing: Editing<Form, Field>;
  readonly state: EditingState<Form>;
  readonly title: string;
  /** Label of the button that adds a new item. */
  readonly addLabel: string;
  readonly testingText: string;
  /** True if a secret is stored. */
  readonly hasSecret: boolean;
  readonly children: (fields: EditorFields<Form, Field>) => ReactNode;
}

/** The form of an item that can be tested and has a secret. The secret stays in its input. */
export function ItemEditor<Form, Field extends string>(props: ItemEditorProps<Form, Field>) {
  const { editing, state, title, addLabel, testingText, children } = props;
  const secret = useRef<HTMLInputElement>(null);
  const [forgets, setForgets] = useState(false);
  const editor = useRef<HTMLFormElement>(null);
  useFocusOnError(editor, state.focusErrorTick);
  const { form, isNew, saving, test } = state;
  if (!form) return null;
  const isTesting = test.kind === 'running';
  const issues = editing.issues(state);
  const issueOf = (field: string) => messageOf(issues, editing.fields, field);
  const fields: EditorFields<Form, Field> = {
    form,
    issueOf,
    getInputProps: (name, field) => ({
      id: `${editing.idPrefix}-${name}`,
      issue: issueOf(field ?? name),
      value: form[name],
      onChange: (value) => editing.set(name, value),
      onLeave: () => editing.touch(field ?? name),
    }),
    getSectionProps: (inside) => ({
      editing,
      state,
      isWrong: inside.some((field) => issueOf(field) !== null),
    }),
    getSecretProps: (field) => ({
      id: `${editing.idPrefix}-secret`,
      issue: issueOf(field),
      isStored: props.hasSecret && !forgets,
      input: secret,
      onType: () => editing.change({}),
      onForget: () => setForgets(true),
    }),
  };

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
      {children(fields)}
      {/* Otherwise an error that appears on blur moves the button away from the pointer. */}
      <div className="item-end" onMouseDown={(event) => event.preventDefault()}>
        <TestResult state={state} runningText={testingText} fields={editing.fields} />
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
