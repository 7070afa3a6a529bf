import type { ComponentType } from 'react';
import type { FieldIssue } from '@shared/messages/errors.js';
import type { Message, MessageKey } from '@shared/messages/message.js';
import type { Result } from '@shared/result.js';
import type { TargetServer } from '@shared/targets.js';
import { call } from '../bridge/bridge.js';
import { textOf } from '../i18n/t.js';
import { typedPath } from '../ui/home-folder.js';
import type { Editing } from './editing.js';
import type { TextRowProps } from './rows.js';

/** A message without parameters by its key, or with them. */
type FieldMessage = MessageKey | Message;
type Text<Form> = FieldMessage | ((form: Form) => FieldMessage);
type OptionalText<Form> = FieldMessage | ((form: Form) => FieldMessage | undefined) | undefined;

/** A collapsible part of an editor. */
export interface Section<Form> {
  /** Also identifies the section, in every language. */
  readonly label: MessageKey;
  /** What is set in it, shown while it is closed. */
  readonly summary?: (form: Form) => string;
}

interface CommonField<Form> {
  readonly label: Text<Form>;
  readonly help?: OptionalText<Form>;
  /** Path of its errors; that of the value if absent. */
  readonly issue?: string;
  /** Always shown if absent. */
  readonly isShown?: (form: Form) => boolean;
  readonly section?: Section<Form> | ((form: Form) => Section<Form> | undefined);
}

interface ValueField<Form> extends CommonField<Form> {
  readonly name: keyof Form & string;
  /** Path of its value in the item; its name if absent. */
  readonly path?: string;
  readonly autoFocus?: boolean;
}

export interface TextField<Form> extends ValueField<Form> {
  readonly kind?: 'text' | 'lines';
  readonly placeholder?: Text<Form>;
  /** Short text at the right end, such as a unit. */
  readonly end?: MessageKey;
  /** Converts the text to the value; trims it if absent. */
  readonly read?: (text: string) => unknown;
  /** True if an empty text is null in the item. */
  readonly isOptional?: boolean;
  /** Returns what changes when the field is left. */
  readonly complete?: (form: Form) => Partial<Form> | null;
  /** A list of the server to choose from. */
  readonly browse?: FieldBrowsing<Form>;
  /** A dialog of the system to choose from. */
  readonly choose?: FileChoice;
  /** The row, if it shows more than a text. */
  readonly row?: ComponentType<TypedRowProps<Form>>;
}

/** Props of a row that shows more than a text. */
export interface TypedRowProps<Form> extends TextRowProps {
  readonly editing: Editing<Form>;
  readonly form: Form;
}

/** How a bucket or folder is chosen from a list. */
export interface FieldBrowsing<Form> {
  /** Accessible name of the button. */
  readonly label: MessageKey;
  /** Parses what a list needs; the server is null if a field is invalid. */
  readonly start: (form: Form) => {
    readonly server: TargetServer | null;
    readonly place: string;
    readonly issues: readonly FieldIssue[];
  };
  /** Returns what changes when a place is chosen. */
  readonly onChoose: (place: string, form: Form) => Partial<Form>;
}

export interface FileChoice {
  /** Accessible name of the button. */
  readonly label: MessageKey;
  /** Asks for a file; null if the user closes the dialog. */
  readonly ask: () => Promise<Result<string | null>>;
}

type Choices = readonly (readonly [value: string, label: FieldMessage])[];

export interface SelectField<Form> extends ValueField<Form> {
  readonly kind: 'select';
  readonly choices: Choices | ((form: Form, isNew: boolean) => Choices);
  /** Returns false if its error is shown elsewhere or there is none; always true if absent. */
  readonly showsIssue?: (form: Form) => boolean;
  /** Returns all that a choice changes. */
  readonly onChoose?: (form: Form, value: string) => Form;
}

interface SwitchField<Form> extends ValueField<Form> {
  readonly kind: 'switch';
}

/** The secret of the item, which neither the form nor the item contains. */
export interface SecretField<Form> extends CommonField<Form> {
  readonly kind: 'secret';
  readonly issue: string;
  /** Used in accessible names: `secret key`. */
  readonly subject: Text<Form>;
}

/** A field of an editor: its control, when it is shown, and its place in the item. */
export type Field<Form> =
  TextField<Form> | SelectField<Form> | SwitchField<Form> | SecretField<Form>;

/** The section of fields that few users need. */
export const more = { label: 'settings.more' } as const;

/** A file with additional trusted certificates. */
export const certificates = {
  name: 'caFile',
  label: 'settings.certificates',
  placeholder: 'settings.none',
  help: 'settings.certificatesHelp',
  read: typedPath,
  isOptional: true,
  choose: {
    label: 'settings.chooseCertificates',
    ask: async () => call('certificates:choose', undefined),
  },
  section: more,
} as const;

/** In the window's language. */
export function textFor<Form>(text: Text<Form>, form: Form): string;
export function textFor<Form>(text: OptionalText<Form>, form: Form): string | undefined;
export function textFor<Form>(text: OptionalText<Form>, form: Form): string | undefined {
  const result = typeof text === 'function' ? text(form) : text;
  return typeof result === 'string' ? textOf({ key: result }) : result && textOf(result);
}

export function issuePath<Form>(field: Field<Form>): string {
  if (field.kind === 'secret') return field.issue;
  return field.issue ?? field.path ?? field.name;
}

export function isShown<Form>(field: Field<Form>, form: Form): boolean {
  return field.isShown?.(form) !== false;
}

/** What the item lacks is as in the empty form. */
export function formOf<Form extends object>(
  fields: readonly Field<Form>[],
  empty: Form,
  item: object,
): Form {
  const values = fields.flatMap((field) => {
    if (field.kind === 'secret') return [];
    const value = valueAt(item, field.path ?? field.name);
    return value === undefined ? [] : [[field.name, inputValue(value)] as const];
  });
  return { ...empty, ...Object.fromEntries(values) };
}

function valueAt(item: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined,
      item,
    );
}

function inputValue(value: unknown): string | boolean {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return typeof value === 'number' ? String(value) : '';
}

/** Before its validation: the values of the fields that are shown. */
export function itemInput<Form extends object>(
  fields: readonly Field<Form>[],
  form: Form,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  const groups: Record<string, Record<string, unknown>> = {};
  for (const field of fields) {
    if (field.kind === 'secret' || !isShown(field, form)) continue;
    const [name = '', member] = (field.path ?? field.name).split('.');
    if (member === undefined) values[name] = fieldValue(field, form);
    else (groups[name] ??= {})[member] = fieldValue(field, form);
  }
  return { ...values, ...groups };
}

function fieldValue<Form>(field: Exclude<Field<Form>, SecretField<Form>>, form: Form): unknown {
  const value = form[field.name];
  if (typeof value !== 'string' || field.kind === 'select' || field.kind === 'switch') return value;
  if (field.isOptional === true && value.trim() === '') return null;
  return field.read ? field.read(value) : value.trim();
}
