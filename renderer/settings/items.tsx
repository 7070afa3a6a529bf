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
import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { AppErrorData, FieldIssue } from '@shared/messages/errors.js';
import { t, textOf } from '../i18n/t.js';
import { FieldError } from '../ui/inputs.js';
import { EmptyNotice } from '../ui/parts.js';
import type { Editing, EditingState } from './editing.js';
import { type EditedForm, Fields } from './Fields.js';
import type { Field } from './field-table.js';
import { SecretKeeping } from './secrets.js';

/**
 * Null for none.
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

/** The field of the issue's path, else the nearest ancestor; null for none. */
function fieldOf(fields: readonly string[], path: string): string | null {
  if (fields.includes(path)) return path;
  const cut = path.lastIndexOf('.');
  return cut < 0 ? null : fieldOf(fields, path.slice(0, cut));
}

interface EditableItemsProps<Form, Item> extends ItemListProps<Item> {
  readonly editing: Editing<Form>;
  readonly fieldsOf: (form: Form) => readonly Field<Form>[];
  readonly onAdd: () => void;
  readonly addLabel: string;
  /** Title of the editor of a new item. */
  readonly newTitle: string;
  readonly testingText: string;
  /** Ids of the items whose secret is stored. */
  readonly withSecret: readonly string[];
}

/** Props that a form of an item must have. */
interface NamedForm {
  readonly id: string;
  readonly name: string;
}

/**
 * The items of a section, or the editor of one. When that closes, the focus returns to its item,
 * otherwise to the first element of the list.
 */
export function EditableItems<Form extends NamedForm, Item extends { readonly id: string }>(
  props: EditableItemsProps<Form, Item>,
) {
  const { items, addLabel, onAdd } = props;
  const edited = props.editing.use(({ form }) => form?.id ?? null);
  const [last, setLast] = useState(edited);
  if (edited !== null && edited !== last) setLast(edited);
  const item = last === null ? '' : `[data-item="${CSS.escape(last)}"] button`;
  const add = (
    <Button
      variant={items.length === 0 ? 'filled' : 'default'}
      leftSection={<Plus size={16} aria-hidden />}
      onClick={onAdd}
    >
      {addLabel}
    </Button>
  );
  return (
    <div data-keeps-focus="">
      <div data-keeps-focus={item}>
        {edited === null ? <ItemList {...props} add={add} /> : <ItemEditor {...props} />}
      </div>
    </div>
  );
}

interface ItemListProps<Item> extends ItemRowsProps<Item> {
  readonly icon: LucideIcon;
  /** Title and text of the empty list. */
  readonly emptyTitle: string;
  readonly about: string;
  /** The button that adds an item. */
  readonly add?: ReactNode;
}

/** The items of a section, and how their secrets are stored. */
export function ItemList<Item extends { readonly id: string }>(props: ItemListProps<Item>) {
  const { items, icon, emptyTitle, about, add = null } = props;
  return (
    <div className="items">
      {items.length === 0 ? (
        <EmptyNotice icon={icon} title={emptyTitle} actions={add}>
          {about}
        </EmptyNotice>
      ) : (
        <>
          <ItemRows {...props} />
          {add !== null && <div className="row">{add}</div>}
        </>
      )}
      <SecretKeeping />
    </div>
  );
}

interface ItemRowsProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly describe: (item: Item) => ItemDescription;
}

interface ItemDescription {
  readonly name: string;
  /** Muted text below the name. */
  readonly facts: string;
  /** What is missing for it to work; null for nothing. */
  readonly missing: string | null;
  /** Shown before the common actions. */
  readonly actions?: ReactNode;
  readonly onEdit?: () => void;
  readonly onDuplicate?: () => void;
  /** The text of the confirmation. */
  readonly question: ReactNode;
  /** Returns why the removal failed; null if it succeeded. */
  readonly onRemove: () => Promise<AppErrorData | null>;
}

/** Items with actions. One at a time asks whether to remove it. */
export function ItemRows<Item extends { readonly id: string }>(props: ItemRowsProps<Item>) {
  const { label, items, describe } = props;
  const [confirmingId, setConfirmingId] = useState<string | null>(null);
  return (
    <ul className="item-list" aria-label={label} data-keeps-focus="">
      {items.map((item) => (
        <ItemRow
          key={item.id}
          id={item.id}
          {...describe(item)}
          confirmOpen={confirmingId === item.id}
          onConfirmChange={(isOpen) => setConfirmingId(isOpen ? item.id : null)}
        />
      ))}
    </ul>
  );
}

interface ItemRowProps extends ItemDescription {
  readonly id: string;
  /** Whether the removal is being confirmed. */
  readonly confirmOpen: boolean;
  readonly onConfirmChange: (confirmOpen: boolean) => void;
}

function ItemRow(props: ItemRowProps) {
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
function RemoveQuestion({ id, name, question, onConfirmChange, onRemove }: ItemRowProps) {
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

/** The form of an item that can be tested and has a secret. The secret stays in its input. */
function ItemEditor<Form extends NamedForm>(
  props: Omit<EditableItemsProps<Form, never>, keyof ItemListProps<never>>,
) {
  const { editing, fieldsOf, addLabel, newTitle, testingText, withSecret } = props;
  const state = editing.use();
  const secret = useRef<HTMLInputElement>(null);
  const [forgets, setForgets] = useState(false);
  const editor = useRef<HTMLFormElement>(null);
  useFocusOnError(editor, state.focusErrorTick);
  const { form, isNew, saving, test } = state;
  if (!form) return null;
  const isTesting = test.kind === 'running';
  const issues = editing.issues(state);
  const edited: EditedForm<Form> = {
    ...{ editing, form, isNew, secret },
    issueOf: (path) => messageOf(issues, editing.fields, path),
    isSecretStored: withSecret.includes(form.id) && !forgets,
    onForget: () => setForgets(true),
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
      <h3>{isNew ? newTitle : form.name}</h3>
      <Fields fields={fieldsOf(form)} edited={edited} />
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
