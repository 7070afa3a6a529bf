import { Tooltip, UnstyledButton } from '@mantine/core';
import { type LucideIcon, RectangleHorizontal, RectangleVertical } from 'lucide-react';
import { useShallow } from 'zustand/react/shallow';
import type { Draft } from '@shared/draft.js';
import { type Message, message } from '@shared/messages/message.js';
import {
  formatSizeText,
  namedPageFormat,
  pageFormatNames,
  parsePageFormat,
} from '@shared/request/paper.js';
import type { LengthUnit } from '@shared/request/paper.js';
import { formatList } from '../../i18n/format.js';
import { t, textOf } from '../../i18n/t.js';
import { useSettings } from '../../settings/settings-store.js';
import { FieldError, SelectInput } from '../../ui/inputs.js';
import { fieldId } from '../../ui/ui-store.js';
import { layoutKey, usePreview } from '../draft/preview-store.js';
import { type MarginSide, draftDefaults, marginSides } from '../draft/draft-defaults.js';
import { changeDraft, typeDraft, useDraft } from '../draft/draft-store.js';
import {
  type ControlProps,
  Field,
  LengthInput,
  NormalInput,
  StepperInput,
  useField,
} from './Field.js';
import {
  customSizeOf,
  lengthInLocale,
  normalLength,
  normalPages,
  normalScale,
  pagesHint,
  presetLength,
  scaleInLocale,
} from '../draft/normal-form.js';
import { OwnFields, ownFacts } from './OwnOptions.js';
import { selectParsedForm, useFieldMessage } from '../draft/reading.js';
import { Group } from './Group.js';

/** Paper, margins, scale and which pages to keep. */
export function PageGroup() {
  const draft = useDraft((state) => state.draft);
  const unit = useSettings(({ lengthUnit }) => lengthUnit);
  const ownOnes = useDraft(useShallow((state) => ownFacts(state.draft, 'page')));
  return (
    <Group
      name="page"
      title={t('form.pageGroup')}
      summary={formatList([...pageFacts(draft, unit), ...ownOnes])}
      isChanged={
        isPaperChanged(draft) ||
        draft.marginPreset !== 'page' ||
        isScaled(draft) ||
        draft.pages !== '' ||
        ownOnes.length > 0
      }
    >
      <PaperField />
      <MarginField />
      <ScaleField />
      <PagesField />
      <OwnFields group="page" />
    </Group>
  );
}

function pageFacts(draft: Draft, unit: LengthUnit): readonly string[] {
  const { format, customWidth, customHeight, orientation, marginPreset, pages } = draft;
  return [
    format === 'custom' ? `${customWidth} × ${customHeight}` : paperLabel(draft, unit),
    ...(orientation === 'auto' ? [] : [t(`queue.${orientation}`)]),
    ...(marginPreset === 'page' ? [] : [marginFact(draft, unit)]),
    ...(isScaled(draft) ? [scaleText(draft.zoom)] : []),
    ...(pages === '' ? [] : [t('form.pagesFact', { pages: normalPages(pages) ?? pages })]),
  ];
}

function scaleText(zoom: string): string {
  const normal = normalScale(zoom);
  return normal === null ? zoom : scaleInLocale(normal);
}

function isPaperChanged({ format, orientation }: Draft): boolean {
  return format !== '' || orientation !== 'auto';
}

function isScaled({ zoom }: Draft): boolean {
  return normalScale(zoom) !== draftDefaults.zoom;
}

const isoNames = pageFormatNames.filter((name) => /^a\d$/.test(name));
const americanNames = pageFormatNames.filter((name) => !/^a\d$/.test(name));

/** Size and orientation of the paper. */
function PaperField() {
  const draft = useDraft((state) => state.draft);
  const { format } = draft;
  const defaultFormat = useDraft((state) => state.defaultFormat);
  const unit = useSettings(({ lengthUnit }) => lengthUnit);
  const {
    message: orientationIssue,
    control: orientation,
    ...onOrientation
  } = useField('landscape');

  return (
    <Field
      name="format"
      label={t('form.size')}
      help="format"
      changed={isPaperChanged(draft)}
      onReset={() => changeDraft({ format: '', orientation: 'auto' })}
    >
      {(control) => (
        <>
          <div className="paper-row">
            <SelectInput
              {...control}
              value={format}
              shown={<Choice name={paperLabel(draft, unit)} detail={paperDetail(format, unit)} />}
              onChange={(chosen) =>
                changeDraft({
                  format: chosen,
                  ...(chosen === 'custom' && customSizeOf(format || defaultFormat, unit)),
                })
              }
            >
              <option value="">
                {t('form.sizeFromPage', { paper: namedPageFormat(defaultFormat).label })}
              </option>
              <optgroup label={t('form.isoSizes')}>
                <NamedOptions names={isoNames} />
              </optgroup>
              <optgroup label={t('form.northAmericanSizes')}>
                <NamedOptions names={americanNames} />
              </optgroup>
              <option value="custom">{t('form.custom')}</option>
            </SelectInput>
            <div onFocus={onOrientation.onEnter} onBlur={onOrientation.onLeave}>
              <OrientationButtons id={orientation.id} />
            </div>
          </div>
          {format === 'custom' && <CustomSize control={control} />}
          <FieldError id={`${orientation.id}-error`} message={orientationIssue} />
        </>
      )}
    </Field>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly detail: string;
}

/** A selected option, with details in a muted color. */
function Choice({ name, detail }: ChoiceProps) {
  return (
    <>
      {name} <span className="quiet">{detail}</span>
    </>
  );
}

function paperLabel({ format }: Draft, unit: LengthUnit): string {
  if (format === '') return t('form.fromPage');
  if (format === 'custom') return t('form.custom');
  const parsed = parsePageFormat(format);
  if (!parsed.ok) return format;
  return parsed.value.name === null ? formatSizeText(parsed.value, unit) : parsed.value.label;
}

/** In few characters: `216 × 279`, `8.5 × 11`. */
function paperDetail(format: string, unit: LengthUnit): string {
  const parsed = parsePageFormat(format);
  if (!parsed.ok || parsed.value.name === null) return '';
  const { widthInches, heightInches } = parsed.value;
  if (unit !== 'mm') return formatSizeText(parsed.value, unit).replace(` ${unit}`, '');
  const [width, height] = [widthInches, heightInches].map((inches) => Math.round(inches * 25.4));
  return `${width} × ${height}`;
}

function NamedOptions({ names }: { readonly names: readonly (typeof pageFormatNames)[number][] }) {
  const unit = useSettings(({ lengthUnit }) => lengthUnit);
  return names.map((name) => {
    const format = namedPageFormat(name);
    return (
      <option key={name} value={name}>
        {t('form.namedSize', { name: format.label, size: formatSizeText(format, unit) })}
      </option>
    );
  });
}

interface Orientation {
  readonly name: Message;
  readonly icon: LucideIcon;
}

const orientations: Readonly<Record<'portrait' | 'landscape', Orientation>> = {
  portrait: { name: message('form.portrait'), icon: RectangleVertical },
  landscape: { name: message('form.landscape'), icon: RectangleHorizontal },
};

/** Two toggles; without a choice, the one that the size has by itself is pressed. */
function OrientationButtons({ id }: { readonly id: string }) {
  const { format, orientation } = useDraft(({ draft }) => draft);
  const shown = orientation === 'auto' ? ownOrientation(format) : orientation;
  return (
    <div className="orientation" role="group" aria-label={t('form.orientation')}>
      {(['portrait', 'landscape'] as const).map((value) => {
        const { name, icon: Icon } = orientations[value];
        return (
          <Tooltip key={value} label={textOf(name)}>
            <UnstyledButton
              {...(value === 'portrait' && { id })}
              className="orientation-choice"
              aria-label={textOf(name)}
              aria-pressed={value === shown}
              onClick={() => changeDraft({ orientation: value === orientation ? 'auto' : value })}
            >
              <Icon size={14} aria-hidden />
            </UnstyledButton>
          </Tooltip>
        );
      })}
    </div>
  );
}

/** Null for the size of the page, which is known after rendering only. */
function ownOrientation(format: string): 'portrait' | 'landscape' | null {
  const parsed = parsePageFormat(format);
  if (!parsed.ok) return null;
  return parsed.value.widthInches > parsed.value.heightInches ? 'landscape' : 'portrait';
}

function CustomSize({ control }: { readonly control: ControlProps }) {
  const width = useDraft(({ draft }) => draft.customWidth);
  const height = useDraft(({ draft }) => draft.customHeight);
  const unit = useSettings(({ lengthUnit }) => lengthUnit);

  function side(name: 'width' | 'height', text: string): ControlProps {
    const isValid = normalLength(text, unit) !== null;
    const isOtherValid = normalLength(name === 'width' ? height : width, unit) !== null;
    // The side that isn't a length, or both if their combination is invalid.
    const error = control.error && (!isValid || isOtherValid);
    return { ...control, id: `${control.id}-${name}`, error, 'aria-invalid': error };
  }

  return (
    <div className="size-pair">
      <LengthInput
        control={side('width', width)}
        label={t('form.width')}
        value={width}
        onType={(customWidth) => typeDraft({ customWidth })}
        onNormal={(customWidth) => changeDraft({ customWidth })}
      />
      <span aria-hidden>×</span>
      <LengthInput
        control={side('height', height)}
        label={t('form.height')}
        value={height}
        onType={(customHeight) => typeDraft({ customHeight })}
        onNormal={(customHeight) => changeDraft({ customHeight })}
      />
    </div>
  );
}

const presets = ['page', 'none', 'narrow', 'normal', 'wide', 'custom'] as const;

const presetLabels: Readonly<Record<Draft['marginPreset'], Message>> = {
  page: message('form.marginsFromPage'),
  none: message('form.noMargins'),
  narrow: message('form.narrow'),
  normal: message('form.normal'),
  wide: message('form.wide'),
  custom: message('form.custom'),
};

/** Margins: from the page, a preset, or four sides. */
function MarginField() {
  const preset = useDraft(({ draft }) => draft.marginPreset);
  const unit = useSettings(({ lengthUnit }) => lengthUnit);

  function choose(value: string): void {
    const chosen = presets.find((known) => known === value);
    if (!chosen) return;
    const length = presetLength(preset, unit);
    const margin = { top: length, right: length, bottom: length, left: length };
    changeDraft({ marginPreset: chosen, ...(chosen === 'custom' && { margin }) });
  }

  return (
    <Field
      name="margin"
      label={t('form.margins')}
      help="margin"
      changed={preset !== 'page'}
      onReset={() => changeDraft({ marginPreset: 'page' })}
    >
      {(control) => (
        <>
          <SelectInput
            {...control}
            value={preset}
            shown={
              <Choice
                name={textOf(presetLabels[preset])}
                detail={preset === 'none' ? '' : lengthDetail(presetLength(preset, unit))}
              />
            }
            onChange={choose}
          >
            {presets.map((each) => (
              <option key={each} value={each}>
                {marginOption(each, unit)}
              </option>
            ))}
          </SelectInput>
          {preset === 'custom' && <MarginSides />}
        </>
      )}
    </Field>
  );
}

function marginOption(preset: Draft['marginPreset'], unit: LengthUnit): string {
  const name = textOf(presetLabels[preset]);
  const length = presetLength(preset, unit);
  if (length === '' || preset === 'none') return name;
  return t('form.namedSize', { name, size: lengthInLocale(length) });
}

function marginFact({ marginPreset, margin }: Draft, unit: LengthUnit): string {
  const lengths = new Set(marginSides.map((side) => normalLength(margin[side], unit)));
  const [first = null] = lengths;
  const custom = lengths.size === 1 ? first : null;
  const length = marginPreset === 'custom' ? custom : presetLength(marginPreset, unit);
  if (length === null || length === '') return t('form.customMargins');
  return t('queue.margins', { margins: lengthInLocale(length) });
}

function lengthDetail(length: string): string {
  return length === '' ? '' : lengthInLocale(length);
}

const sideLabels: Readonly<Record<MarginSide, Message>> = {
  top: message('form.top'),
  right: message('form.right'),
  bottom: message('form.bottom'),
  left: message('form.left'),
};

function MarginSides() {
  return (
    <div className="margin-sides">
      {marginSides.map((side) => (
        <MarginSideField key={side} side={side} />
      ))}
      {marginSides.map((side) => (
        <MarginSideError key={side} side={side} />
      ))}
    </div>
  );
}

function MarginSideField({ side }: { readonly side: MarginSide }) {
  const margin = useDraft(({ draft }) => draft.margin);
  const { control, onEnter, onLeave } = useField(`margin.${side}`);
  return (
    <div onFocus={onEnter} onBlur={onLeave}>
      <label htmlFor={control.id} className="small quiet">
        {textOf(sideLabels[side])}
      </label>
      <LengthInput
        control={{ ...control, 'aria-describedby': `${control.id}-error` }}
        value={margin[side]}
        placeholder={t('form.marginPlaceholder')}
        onType={(text) => typeDraft({ margin: { ...margin, [side]: text } })}
        onNormal={(text) => changeDraft({ margin: { ...margin, [side]: text } })}
      />
    </div>
  );
}

/** Shown below all sides, because one column is too narrow for a sentence. */
function MarginSideError({ side }: { readonly side: MarginSide }) {
  const issue = useFieldMessage(`margin.${side}`);
  return <FieldError id={`${fieldId(`margin.${side}`)}-error`} message={issue} />;
}

function ScaleField() {
  const draft = useDraft((state) => state.draft);
  return (
    <Field
      name="zoom"
      label={t('form.zoom')}
      help={{ help: t('form.zoomHelp'), example: scaleInLocale('85') }}
      changed={isScaled(draft)}
      onReset={() => changeDraft({ zoom: draftDefaults.zoom })}
    >
      {(control) => (
        <StepperInput
          control={control}
          decreaseLabel={t('form.decreaseZoom')}
          increaseLabel={t('form.increaseZoom')}
          value={draft.zoom}
          normalize={normalScale}
          display={scaleInLocale}
          range={{ lowest: 10, highest: 200, step: 5 }}
          fallback={draftDefaults.zoom}
          onType={(zoom) => typeDraft({ zoom })}
          onNormal={(zoom) => changeDraft({ zoom })}
        />
      )}
    </Field>
  );
}

function PagesField() {
  const pages = useDraft(({ draft }) => draft.pages);
  const total = useTotalPages();
  return (
    <Field
      name="pages"
      label={t('form.pages')}
      help="pages"
      changed={pages !== ''}
      onReset={() => changeDraft({ pages: '' })}
    >
      {(control) => (
        <NormalInput
          {...control}
          value={pages}
          normalize={normalPages}
          placeholder={total === null ? t('form.allPages') : t('form.allPagesOf', { count: total })}
          end={control.error ? undefined : pagesHint(pages, total)}
          onType={(text) => typeDraft({ pages: text })}
          onNormal={(text) => changeDraft({ pages: text })}
        />
      )}
    </Field>
  );
}

/** Without page ranges; null until a preview has reported it. */
function useTotalPages(): number | null {
  const request = useDraft(selectParsedForm).request;
  const total = usePreview((state) => state.total);
  return request && total?.layout === layoutKey(request) ? total.pages : null;
}
