import { useId, useRef } from 'react';
import type { Draft } from '@shared/draft.js';
import { type Message, message } from '@shared/messages/message.js';
import {
  type HeaderEdge,
  type HeaderPlaceholder,
  type HeaderValues,
  fillHeaderText,
  headerEdges,
} from '@shared/request/header-text.js';
import { type OwnOptionName, ownOption, ownOptionsOf } from '@shared/request/own-options.js';
import { t, textOf } from '../../i18n/t.js';
import { FieldError, SelectInput } from '../../ui/inputs.js';
import { PlaceholderMenu, insertAtCaret } from '../../ui/PlaceholderMenu.js';
import { fieldId } from '../../ui/ui-store.js';
import { changeDraft, typeDraft, useDraft } from '../draft/draft-store.js';
import { type ControlProps, Field, NormalInput, useField } from './Field.js';
import { useFieldMessage } from '../draft/reading.js';
import { OwnField, ownChange, ownFacts } from './OwnOptions.js';

type Sides = (typeof headerEdges)[HeaderEdge]['texts'];
type HeaderTextName = Sides[keyof Sides];

const textNames: readonly HeaderTextName[] = [
  ...Object.values(headerEdges.top.texts),
  ...Object.values(headerEdges.bottom.texts),
];

const htmlNames = [headerEdges.top.html, headerEdges.bottom.html];

/** The texts and the HTML, which a preset sets together. */
const contentNames: readonly OwnOptionName[] = [...textNames, ...htmlNames];

const otherNames = ownOptionsOf('header').filter((name) => !contentNames.includes(name));

type Texts = Readonly<Partial<Record<HeaderTextName, string>>>;

interface HeaderPreset {
  readonly name: string;
  readonly texts: () => Texts;
}

const presets: readonly HeaderPreset[] = [
  { name: 'none', texts: () => ({}) },
  { name: 'pageOfPages', texts: () => ({ footerCenter: pageOfPages() }) },
  { name: 'page', texts: () => ({ footerCenter: '{page}' }) },
  { name: 'titleDate', texts: () => ({ headerLeft: '{title}', headerRight: '{date}' }) },
  {
    name: 'titleDatePage',
    texts: () => ({ headerLeft: '{title}', headerRight: '{date}', footerCenter: pageOfPages() }),
  },
];

/** In the language of the window, because the text becomes part of the document. */
function pageOfPages(): string {
  return t('form.pageOfPages', { page: '{page}', pages: '{pages}' });
}

/** Headers and footers: a menu of common ones, then each text, then the HTML. */
export function HeaderFields() {
  return (
    <>
      <PresetField />
      <EdgeField edge="top" label={t('form.header')} />
      <EdgeField edge="bottom" label={t('form.footer')} />
      {[...otherNames, ...htmlNames].map((name) => (
        <OwnField key={name} name={name} />
      ))}
    </>
  );
}

function PresetField() {
  const id = useId();
  const own = useDraft(({ draft }) => draft.own);
  const current = presets.find(({ texts }) => isSame(own, texts()));

  function choose(name: string): void {
    const preset = presets.find((each) => each.name === name);
    if (preset !== undefined) changeDraft(ownChange({ ...cleared, ...preset.texts() }));
  }

  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{t('form.headerPreset')}</label>
      </div>
      <div className="field-control">
        <SelectInput id={id} value={current?.name ?? 'custom'} onChange={choose}>
          {presets.map(({ name, texts }) => (
            <option key={name} value={name}>
              {name === 'none' ? t('form.nothingSet') : sampleOf(texts()).join(' · ')}
            </option>
          ))}
          {current === undefined && <option value="custom">{t('form.custom')}</option>}
        </SelectInput>
      </div>
    </div>
  );
}

const cleared = Object.fromEntries(contentNames.map((name) => [name, '']));

function isSame(own: Draft['own'], texts: Texts): boolean {
  const wanted: Readonly<Record<string, string | undefined>> = texts;
  return contentNames.every((name) => (own[name] ?? '') === (wanted[name] ?? ''));
}

interface EdgeFieldProps {
  readonly edge: HeaderEdge;
  readonly label: string;
}

/** Three texts, each aligned as on the paper. */
function EdgeField({ edge, label }: EdgeFieldProps) {
  const { left, center, right } = headerEdges[edge].texts;
  const names = [left, center, right];
  const isChanged = useDraft(({ draft }) => names.some((name) => (draft.own[name] ?? '') !== ''));
  return (
    <Field
      name={left}
      label={label}
      help={{ help: t('form.headerHelp') }}
      changed={isChanged}
      onReset={() => changeDraft(ownChange(Object.fromEntries(names.map((name) => [name, '']))))}
      isGroup
    >
      {(control) => (
        <div className="header-texts">
          <HeaderInput name={left} side="left" control={control} />
          <OtherSide name={center} side="center" />
          <OtherSide name={right} side="right" />
        </div>
      )}
    </Field>
  );
}

interface OtherSideProps {
  readonly name: HeaderTextName;
  readonly side: keyof typeof sideLabels;
}

/** A side with its own error; that of the left one is shown by the field around all. */
function OtherSide({ name, side }: OtherSideProps) {
  const { control, onEnter, onLeave } = useField(name);
  const issue = useFieldMessage(name);
  const described = { ...control, 'aria-describedby': `${fieldId(name)}-error` };
  return (
    <div onFocus={onEnter} onBlur={onLeave}>
      <HeaderInput name={name} side={side} control={described} />
      <FieldError id={`${fieldId(name)}-error`} message={issue} />
    </div>
  );
}

const sideLabels = {
  left: message('form.left'),
  center: message('form.center'),
  right: message('form.right'),
} as const;

interface HeaderInputProps extends OtherSideProps {
  readonly control: ControlProps;
}

function HeaderInput({ name, side, control }: HeaderInputProps) {
  const value = useDraft(({ draft }) => draft.own[name] ?? '');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="header-text" data-side={side}>
      <NormalInput
        {...control}
        ref={input}
        aria-label={textOf(ownOption(name).label)}
        placeholder={textOf(sideLabels[side])}
        value={value}
        normalize={(text) => (text.trim() === '' ? '' : text)}
        onType={(text) => typeDraft(ownChange({ [name]: text }))}
        onNormal={(text) => changeDraft(ownChange({ [name]: text }))}
      />
      <PlaceholderMenu
        placeholders={placeholderLabels}
        onInsert={(text) => {
          changeDraft(ownChange({ [name]: insertAtCaret(input.current, value, text) }));
        }}
      />
    </div>
  );
}

const labels: Readonly<Record<HeaderPlaceholder, Message>> = {
  page: message('form.placeholderPage'),
  pages: message('form.placeholderPages'),
  title: message('form.placeholderTitle'),
  date: message('form.placeholderDate'),
  time: message('form.placeholderTime'),
  url: message('form.url'),
  file: message('form.fileName'),
};

const placeholderLabels = Object.fromEntries(
  Object.entries(labels).map(([name, label]) => [`{${name}}`, label]),
);

/** As it will look, for the summary of the group. */
export function headerFacts(draft: Draft): readonly string[] {
  const texts = Object.fromEntries(textNames.map((name) => [name, draft.own[name] ?? '']));
  const others = ownFacts(draft, [...otherNames, ...htmlNames]);
  return [...sampleOf(texts), ...others];
}

/** The placeholders stand for themselves, except for numbers. */
function sampleOf(texts: Texts): readonly string[] {
  const values: HeaderValues = {
    page: '1',
    pages: '12',
    title: textOf(labels.title),
    date: textOf(labels.date),
    time: textOf(labels.time),
    url: textOf(labels.url),
    file: textOf(labels.file),
  };
  return textNames.flatMap((name) => {
    const text = texts[name] ?? '';
    return text === '' ? [] : [fillHeaderText(text, values)];
  });
}
