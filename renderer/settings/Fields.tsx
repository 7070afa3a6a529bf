import { Button, UnstyledButton } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { flushSync } from 'react-dom';
import { t, textOf } from '../i18n/t.js';
import type { Editing } from './editing.js';
import {
  type Field,
  type FieldBrowsing,
  type FileChoice,
  type SecretField,
  type SelectField,
  type Section,
  type TextField,
  isShown,
  issuePath,
  textFor,
} from './field-table.js';
import { BrowseButton, type BrowsingStart, FolderBrowser } from './FolderBrowser.js';
import { SelectRow, SettingRow, SwitchRow, TextRow, type TextRowProps } from './rows.js';
import { SecretInput, useSecretHelp } from './secrets.js';

/** An item's form in its editor. */
export interface EditedForm<Form> {
  readonly editing: Editing<Form>;
  readonly form: Form;
  readonly isNew: boolean;
  /** Null for none. */
  readonly issueOf: (path: string) => string | null;
  /** The input for a new secret. */
  readonly secret: RefObject<HTMLInputElement | null>;
  readonly isSecretStored: boolean;
  /** Has the stored secret deleted when the item is saved. */
  readonly onForget: () => void;
}

interface FieldsProps<Form> {
  readonly fields: readonly Field<Form>[];
  readonly edited: EditedForm<Form>;
}

/** The fields of a form, from their table. Those of sections are below the others. */
export function Fields<Form>({ fields, edited }: FieldsProps<Form>) {
  const { form, issueOf } = edited;
  const sectionOf = ({ section }: Field<Form>) =>
    typeof section === 'function' ? section(form) : section;
  const visible = fields.filter((field) => isShown(field, form));
  const fieldsIn = (section: Section<Form> | undefined) =>
    visible.filter((field) => sectionOf(field) === section);
  const rowsIn = (section: Section<Form> | undefined) =>
    fieldsIn(section).map((field) => (
      <FieldRow
        key={field.kind === 'secret' ? `${field.issue} ${fields.indexOf(field)}` : field.name}
        field={field}
        edited={edited}
      />
    ));
  const sections = [...new Set(visible.map(sectionOf))].filter((section) => section !== undefined);
  return (
    <>
      {rowsIn(undefined)}
      {sections.map((section) => (
        <FieldSection
          key={section.label}
          section={section}
          edited={edited}
          isWrong={fieldsIn(section).some((field) => issueOf(issuePath(field)) !== null)}
        >
          {rowsIn(section)}
        </FieldSection>
      ))}
    </>
  );
}

interface FieldSectionProps<Form> {
  readonly section: Section<Form>;
  readonly edited: EditedForm<Form>;
  /** True if a field inside is invalid, which keeps it open. */
  readonly isWrong: boolean;
  readonly children: ReactNode;
}

function FieldSection<Form>({ section, edited, isWrong, children }: FieldSectionProps<Form>) {
  const { label, summary } = section;
  const { use } = edited.editing;
  const openSections = use((state) => state.openSections);
  const isOpen = openSections.has(label) || isWrong;
  const text = isOpen ? '' : (summary?.(edited.form) ?? '');
  const button = useRef<HTMLButtonElement>(null);

  /** Scrolls, because the opened fields may be below the visible part of the dialog. */
  function toggle(): void {
    const others = [...openSections].filter((each) => each !== label);
    const toggled = new Set(isOpen ? others : [...others, label]);
    flushSync(() => use.setState({ openSections: toggled }));
    if (!isOpen) button.current?.scrollIntoView({ block: 'start' });
  }

  return (
    <>
      <UnstyledButton ref={button} className="more-toggle" aria-expanded={isOpen} onClick={toggle}>
        <ChevronRight size={16} aria-hidden />
        {textOf({ key: label })}
        {text !== '' && <span className="quiet cut">{text}</span>}
      </UnstyledButton>
      {isOpen && children}
    </>
  );
}

interface FieldRowProps<Form, F extends Field<Form>> {
  readonly field: F;
  readonly edited: EditedForm<Form>;
}

function FieldRow<Form>({ field, edited }: FieldRowProps<Form, Field<Form>>) {
  if (field.kind === 'secret') return <SecretRow field={field} edited={edited} />;
  if (field.kind === 'select') return <ChoiceRow field={field} edited={edited} />;
  if (field.kind !== 'switch') return <TypedRow field={field} edited={edited} />;
  return (
    <SwitchRow
      {...rowProps(field, edited)}
      value={edited.form[field.name] === true}
      onChange={(value) => edited.editing.set(field.name, value)}
    />
  );
}

function rowProps<Form>(
  field: Exclude<Field<Form>, SecretField<Form>>,
  { editing, form, issueOf }: EditedForm<Form>,
) {
  return {
    id: `${editing.idPrefix}-${field.name}`,
    label: textFor(field.label, form),
    help: textFor(field.help, form),
    issue: issueOf(issuePath(field)),
  };
}

function ChoiceRow<Form>({ field, edited }: FieldRowProps<Form, SelectField<Form>>) {
  const { name, autoFocus, choices, showsIssue, onChoose } = field;
  const { editing, form, isNew } = edited;
  const { issue, ...row } = rowProps(field, edited);
  const offered = typeof choices === 'function' ? choices(form, isNew) : choices;
  return (
    <SelectRow
      {...row}
      issue={showsIssue?.(form) === false ? undefined : issue}
      autoFocus={autoFocus}
      value={String(form[name])}
      choices={offered.map(([value, label]) => [value, textFor(label, form)] as const)}
      onChange={(value) => {
        if (onChoose) editing.change(onChoose(form, value));
        else editing.set(name, value);
      }}
    />
  );
}

function TypedRow<Form>({ field, edited }: FieldRowProps<Form, TextField<Form>>) {
  const { name, kind, autoFocus, placeholder, end, complete, browse, choose } = field;
  const { editing, form } = edited;
  const common = rowProps(field, edited);
  const row: TextRowProps = {
    ...common,
    isMultiline: kind === 'lines',
    autoFocus,
    placeholder: textFor(placeholder, form),
    end: textFor(end, form),
    value: String(form[name]),
    onChange: (text) => editing.set(name, text),
    onLeave: () => {
      const change = complete?.(form) ?? null;
      if (change !== null) editing.change(change);
      editing.touch(issuePath(field));
    },
    ...(browse && browsingProps(common.id, browse, edited)),
    ...(choose && {
      action: <ChooseButton choice={choose} name={name} editing={editing} />,
    }),
  };
  return field.row ? <field.row {...row} editing={editing} form={form} /> : <TextRow {...row} />;
}

function browsingProps<Form>(
  owner: string,
  browse: FieldBrowsing<Form>,
  { editing, form }: EditedForm<Form>,
): Pick<TextRowProps, 'action' | 'children'> {
  return {
    action: (
      <BrowseButton
        owner={owner}
        label={textOf({ key: browse.label })}
        start={() => browsingStart(editing, browse)}
      />
    ),
    children: (
      <FolderBrowser
        owner={owner}
        root=""
        onChoose={(place) => editing.change(browse.onChoose(place, form))}
      />
    ),
  };
}

/** Null if a field is invalid, whose error is shown then. */
export function browsingStart<Form>(
  editing: Editing<Form>,
  { start }: FieldBrowsing<Form>,
): BrowsingStart | null {
  const { form } = editing.use.getState();
  if (form === null) return null;
  const { server, place, issues } = start(form);
  if (server !== null) {
    const secretField = `${editing.idPrefix}-secret`;
    return { server, secretField, onRefused: editing.showFailure, place };
  }
  editing.showErrors(issues.map(({ field }) => field));
  return null;
}

interface ChooseButtonProps<Form> {
  readonly choice: FileChoice;
  readonly name: keyof Form & string;
  readonly editing: Editing<Form>;
}

function ChooseButton<Form>({ choice, name, editing }: ChooseButtonProps<Form>) {
  async function ask(): Promise<void> {
    const result = await choice.ask();
    if (!result.ok) editing.use.setState({ failure: result.error });
    else if (result.value !== null) editing.set(name, result.value);
  }

  return (
    <Button variant="default" aria-label={textOf({ key: choice.label })} onClick={() => void ask()}>
      {t('settings.choose')}
    </Button>
  );
}

/** The secret of an edited item, and how it will be stored. */
function SecretRow<Form>({ field, edited }: FieldRowProps<Form, SecretField<Form>>) {
  const { editing, form, issueOf, isSecretStored } = edited;
  const help = useSecretHelp();
  const id = `${editing.idPrefix}-secret`;
  const issue = issueOf(issuePath(field)) ?? issueOf('secret');
  return (
    <SettingRow
      id={id}
      label={textFor(field.label, form)}
      help={isSecretStored ? undefined : help}
      issue={issue}
    >
      <SecretInput
        id={id}
        subject={textFor(field.subject, form)}
        isStored={isSecretStored}
        isWrong={issue !== null}
        input={edited.secret}
        onType={() => editing.change({})}
        onForget={edited.onForget}
      />
    </SettingRow>
  );
}
