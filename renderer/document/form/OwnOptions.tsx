import { Switch, Textarea } from '@mantine/core';
import { FolderOpen } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import {
  type OwnOption,
  ownOption,
  type OwnOptionGroup,
  type OwnOptionName,
  ownOptionsOf,
  ownValueFromText,
  ownValueMessage,
  unitNames,
} from '@shared/request/own-options.js';
import type { Draft } from '@shared/draft.js';
import { call } from '../../bridge/bridge.js';
import { t, textOf } from '../../i18n/t.js';
import { reportResult } from '../../ui/notices.js';
import { IconButton } from '../../ui/parts.js';
import { SelectInput } from '../../ui/inputs.js';
import { changeDraft, typeDraft, useDraft } from '../draft/draft-store.js';
import { type ControlProps, Field, NormalInput } from './Field.js';

/**
 * The fields of a group of Platen's own options, from their table. Those without an effect, such as
 * the color of a watermark without text, appear once they have one.
 */
export function OwnFields({ group }: { readonly group: OwnOptionGroup }) {
  const names = useDraft(
    useShallow(({ draft }) => ownOptionsOf(group).filter((name) => hasField(draft, name))),
  );
  return names.map((name) => <OwnField key={name} name={name} />);
}

function hasField({ own }: Draft, name: OwnOptionName): boolean {
  const { needs } = ownOption(name);
  return needs === undefined || [name, ...needs].some((each) => own[each] !== undefined);
}

/** What is set, in words, for a summary. */
export function ownFacts(
  { own }: Draft,
  options: OwnOptionGroup | readonly OwnOptionName[],
): readonly string[] {
  const names = typeof options === 'string' ? ownOptionsOf(options) : options;
  return names.flatMap((name) => {
    const written = own[name]?.trim() ?? '';
    return written === '' ? [] : [factOf(name, written)];
  });
}

/** A choice says enough without its label; a text would be too long beside it. */
function factOf(name: OwnOptionName, written: string): string {
  const option = ownOption(name);
  const label = textOf(option.label);
  if (option.kind === 'choice') return textOf(ownValueMessage(name, written));
  if (option.kind !== 'number') return label;
  const number = ownValueFromText(option, written);
  return typeof number === 'number'
    ? t('form.fact', { name: label, value: textOf(ownValueMessage(name, number)) })
    : label;
}

function exampleOf(option: OwnOption): string | null {
  if (option.kind === 'text') return textOf(option.example);
  return option.kind === 'number' ? option.example : null;
}

/** One of Platen's own options, by its kind. */
export function OwnField({ name }: { readonly name: OwnOptionName }) {
  const option = ownOption(name);
  const value = useDraft(({ draft }) => draft.own[name] ?? '');
  const example = exampleOf(option);
  const help = textOf(option.help);
  return (
    <Field
      name={name}
      label={textOf(option.label)}
      help={example === null ? { help } : { help, example }}
      changed={value !== ''}
      onReset={() => set(name, '')}
    >
      {(control) => <OwnControl name={name} value={value} control={control} />}
    </Field>
  );
}

interface OwnControlProps {
  readonly name: OwnOptionName;
  readonly value: string;
  readonly control: ControlProps;
}

function OwnControl({ name, value, control }: OwnControlProps) {
  const option = ownOption(name);
  const typed = {
    value,
    onType: (text: string) => typeDraft(ownChange({ [name]: text })),
    onNormal: (text: string) => set(name, text),
  };
  switch (option.kind) {
    case 'switch':
      return (
        <Switch
          id={control.id}
          aria-describedby={control['aria-describedby']}
          withThumbIndicator={false}
          checked={value !== ''}
          onChange={(event) => set(name, event.currentTarget.checked ? 'on' : '')}
        />
      );
    case 'choice':
      return (
        <SelectInput {...control} value={value} onChange={(chosen) => set(name, chosen)}>
          {Object.entries(option.choices).map(([choice, label]) => (
            <option key={choice} value={choice === option.defaultChoice ? '' : choice}>
              {textOf(label)}
            </option>
          ))}
        </SelectInput>
      );
    case 'number':
      return (
        <NormalInput
          {...control}
          {...typed}
          inputMode="decimal"
          placeholder={textOf(option.unset)}
          {...(option.unit !== undefined && { end: textOf(unitNames[option.unit]) })}
          normalize={(text) => normalNumber(option, text)}
        />
      );
    case 'file':
      return (
        <div className="row">
          <NormalInput
            {...control}
            {...typed}
            placeholder={t('form.nothingSet')}
            normalize={(text) => text.trim()}
          />
          <IconButton
            icon={FolderOpen}
            label={t('form.choosePdf')}
            onClick={() => void choosePdf(name)}
          />
        </div>
      );
    case 'text':
      if (option.isLong !== true)
        return (
          <NormalInput
            {...control}
            {...typed}
            placeholder={textOf(option.example)}
            normalize={(text) => text.trim()}
          />
        );
      return (
        <Textarea
          {...control}
          className="long-text"
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          placeholder={textOf(option.example)}
          value={value}
          onChange={(event) => typeDraft(ownChange({ [name]: event.currentTarget.value }))}
        />
      );
  }
}

async function choosePdf(name: OwnOptionName): Promise<void> {
  const result = await call('form:choose-pdf', undefined);
  if (reportResult(t('form.choosePdfFailed'), result) && result.value !== null)
    set(name, result.value);
}

function normalNumber(option: OwnOption, text: string): string | null {
  if (text.trim() === '') return '';
  const number = ownValueFromText(option, text);
  return typeof number === 'number' ? String(number) : null;
}

function set(name: OwnOptionName, value: string): void {
  changeDraft(ownChange({ [name]: value }));
}

/** Absence is the default, so that a draft with defaults equals an untouched one. */
export function ownChange(
  values: Readonly<Partial<Record<OwnOptionName, string>>>,
): Pick<Draft, 'own'> {
  const others = Object.entries(useDraft.getState().draft.own).filter(
    ([name]) => !Object.hasOwn(values, name),
  );
  const set = Object.entries(values).filter(([, value]) => value !== '');
  return { own: Object.fromEntries([...others, ...set]) };
}
