import { Button, Checkbox, Tooltip, UnstyledButton } from '@mantine/core';
import {
  ChevronRight,
  CircleAlert,
  FolderOpen,
  type LucideIcon,
  RectangleHorizontal,
  RectangleVertical,
} from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { hasComplianceFlag } from '@shared/request/fields.js';
import type { Draft } from '@shared/draft.js';
import { type Message, message } from '@shared/messages/message.js';
import { type FindingKind, findingKindLabels, findingKinds } from '@shared/preflight.js';
import { optionHelp } from '@shared/request/option-help.js';
import { type OwnOptionGroup, ownOptionsOf } from '@shared/request/own-options.js';
import {
  formatSizeText,
  namedPageFormat,
  pageFormatNames,
  parsePageFormat,
} from '@shared/request/paper.js';
import type { LengthUnit, OptionGroup } from '@shared/settings.js';
import { call } from '../../bridge.js';
import { formatList } from '../../i18n/format.js';
import { t, textOf } from '../../i18n/t.js';
import { endpointOf, useEndpoints } from '../../settings/targets-store.js';
import { changeSettings, useSettings } from '../../settings/settings-store.js';
import { FieldError } from '../../ui/FieldError.js';
import { IconButton } from '../../ui/parts.js';
import { reportResult } from '../../ui/notices.js';
import { SelectInput } from '../../ui/SelectInput.js';
import { fieldId, openSettings, useUi } from '../../ui/ui-store.js';
import { layoutKey, usePreview } from '../preview/preview-store.js';
import { removedService, useFormService } from '../remote/services.js';
import { type MarginSide, draftDefaults, marginSides } from './draft-defaults.js';
import {
  allowedFoldersOf,
  changeDraft,
  disallowFolder,
  typeDraft,
  useDraft,
} from './draft-store.js';
import {
  type ControlProps,
  Field,
  LengthInput,
  NormalInput,
  StepperInput,
  SwitchField,
  useField,
} from './Field.js';
import type { FieldName } from './fields.js';
import {
  customSizeOf,
  lengthInLocale,
  normalLength,
  normalPages,
  normalScale,
  normalTimeout,
  pagesHint,
  presetLength,
  scaleInLocale,
} from './normal-form.js';
import { AttachmentsField, PathList } from './Attachments.js';
import { HeaderFields, headerFacts } from './HeaderFields.js';
import { OwnFields, ownFacts } from './OwnOptions.js';
import { privateWebhookIssues, webhookAddress } from './read-draft.js';
import { selectParsedForm, useFieldMessage, useHasError } from './reading.js';
import { SecurityFields, securityFacts } from './SecurityFields.js';
import { Source } from './Source.js';
import './composer.css';

/** The document and its options. */
export function Composer() {
  return (
    <div className="composer">
      <Source />
      <RenderOnField />
      <div className="option-groups">
        <PageGroup />
        <HeaderGroup />
        <OwnGroup name="contents" title={t('form.contentsGroup')} />
        <LoadingGroup />
        <OwnGroup name="appearance" title={t('form.appearanceGroup')} />
        <InfoGroup />
        <SecurityGroup />
        <PrivacyGroup />
      </div>
    </div>
  );
}

/** The fields of each group, which opens when one of them is to be focused. */
const fieldsOfGroups: Readonly<Record<OptionGroup, readonly FieldName[]>> = {
  page: [
    'format',
    'landscape',
    'margin',
    'margin.top',
    'margin.right',
    'margin.bottom',
    'margin.left',
    'zoom',
    'pages',
    ...ownOptionsOf('page'),
  ],
  header: ownOptionsOf('header'),
  contents: ownOptionsOf('contents'),
  loading: [
    'disableJavascript',
    'timeoutSeconds',
    'source.base',
    'failOn',
    ...ownOptionsOf('loading'),
  ],
  appearance: ownOptionsOf('appearance'),
  info: [...ownOptionsOf('info'), 'attachments'],
  security: ['protection.open', 'protection.owner', ...ownOptionsOf('security')],
  privacy: ['compliance', 'webhook'],
};

interface GroupProps {
  readonly name: OptionGroup;
  readonly title: string;
  /** What is set, shown while the group is closed. */
  readonly summary: string;
  readonly isChanged: boolean;
  readonly children: ReactNode;
}

/** A group of options that opens and closes, and stays so over a restart. */
function Group({ name, title, summary, isChanged, children }: GroupProps) {
  const isOpen = useSettings(({ openGroups }) => openGroups.includes(name));
  const isWanted = useUi(
    ({ focusWanted }) => focusWanted !== null && fieldsOfGroups[name].includes(focusWanted),
  );
  const hasError = useHasError(fieldsOfGroups[name]);
  useEffect(() => {
    if (isWanted && !isOpen) setOpen(name, true);
  }, [name, isWanted, isOpen]);

  return (
    <div className="option-group">
      <h2>
        <UnstyledButton
          className="group-toggle"
          aria-expanded={isOpen}
          onClick={() => setOpen(name, !isOpen)}
        >
          <ChevronRight size={14} aria-hidden />
          <span>{title}</span>
          {!isOpen && (
            <>
              {isChanged && (
                <span className="reset-dot" role="img" aria-label={t('form.changed')} />
              )}
              {hasError && (
                <CircleAlert className="group-error" size={14} aria-label={t('form.hasError')} />
              )}
              <span className="group-summary quiet cut">{summary}</span>
            </>
          )}
        </UnstyledButton>
      </h2>
      {isOpen && <div className="group-fields">{children}</div>}
    </div>
  );
}

interface OwnGroupProps {
  readonly name: OptionGroup & OwnOptionGroup;
  readonly title: string;
}

/** A group that only holds options from the table. */
function OwnGroup({ name, title }: OwnGroupProps) {
  const facts = useDraft(useShallow(({ draft }) => ownFacts(draft, name)));
  return (
    <FactsGroup name={name} title={title} facts={facts} unset={t('form.asPage')}>
      <OwnFields group={name} />
    </FactsGroup>
  );
}

/** What readers show about the PDF, and the files in it. */
function InfoGroup() {
  const facts = useDraft(
    useShallow(({ draft }) => [
      ...ownFacts(draft, 'info'),
      ...(draft.attachments.length > 0
        ? [t('form.attachmentsFact', { count: draft.attachments.length })]
        : []),
    ]),
  );
  return (
    <FactsGroup name="info" title={t('form.infoGroup')} facts={facts} unset={t('form.asPage')}>
      <OwnFields group="info" />
      <AttachmentsField />
    </FactsGroup>
  );
}

/** Passwords and permissions. */
function SecurityGroup() {
  const facts = useDraft(useShallow(({ draft }) => securityFacts(draft)));
  return (
    <FactsGroup
      name="security"
      title={t('form.securityGroup')}
      facts={facts}
      unset={t('form.nothingSet')}
    >
      <SecurityFields />
    </FactsGroup>
  );
}

function HeaderGroup() {
  const facts = useDraft(useShallow(({ draft }) => headerFacts(draft)));
  return (
    <FactsGroup
      name="header"
      title={t('form.headerGroup')}
      facts={facts}
      unset={t('form.nothingSet')}
    >
      <HeaderFields />
    </FactsGroup>
  );
}

interface FactsGroupProps extends Pick<GroupProps, 'name' | 'title' | 'children'> {
  /** What is set, in words. */
  readonly facts: readonly string[];
  /** The summary if nothing is set. */
  readonly unset: string;
}

/** A group that is changed if anything in it is set. */
function FactsGroup({ facts, unset, ...group }: FactsGroupProps) {
  const summary = facts.length === 0 ? unset : formatList(facts);
  return <Group {...group} summary={summary} isChanged={facts.length > 0} />;
}

function setOpen(name: OptionGroup, isOpen: boolean): void {
  const others = useSettings.getState().openGroups.filter((each) => each !== name);
  void changeSettings({ openGroups: isOpen ? [...others, name] : others });
}

/** Paper, margins, scale and which pages to keep. */
function PageGroup() {
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
    ...(isScaled(draft) ? [scaleInLocale(normalScale(draft.zoom) ?? draft.zoom)] : []),
    ...(pages === '' ? [] : [t('form.pagesFact', { pages: normalPages(pages) ?? pages })]),
  ];
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

/** Returns the dimensions of a named size in few characters: `216 × 279`, `8.5 × 11`. */
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

/** Returns null for the size of the page, which is known after rendering only. */
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

/** Returns the page count without page ranges; null until a preview has reported it. */
function useTotalPages(): number | null {
  const request = useDraft(selectParsedForm).request;
  const total = usePreview((state) => state.total);
  return request && total?.layout === layoutKey(request) ? total.pages : null;
}

/** Scripts, waiting, and what a document may read. */
function LoadingGroup() {
  const { javascript, timeout, failOn, tab, base } = useDraft(({ draft }) => draft);
  const folders = useDraft(({ draft }) => allowedFoldersOf(draft));
  const ownOnes = useDraft(useShallow(({ draft }) => ownFacts(draft, 'loading')));
  const isHtml = tab === 'html';
  const seconds = normalTimeout(timeout);
  const isLonger = seconds !== draftDefaults.timeout;
  const facts = [
    javascript ? t('form.javascriptOn') : t('form.javascriptOff'),
    ...(isLonger && seconds !== null ? [t('measures.seconds', { count: Number(seconds) })] : []),
    ...(isHtml && base !== '' ? [t('form.baseUrl')] : []),
    ...(failOn.length > 0 ? [t('form.failOnFact', { count: failOn.length })] : []),
    ...(folders.length > 0 ? [t('form.alsoReads', { count: folders.length })] : []),
    ...ownOnes,
  ];
  return (
    <Group
      name="loading"
      title={t('form.loadingGroup')}
      summary={formatList(facts)}
      isChanged={facts.length > 1 || !javascript || isLonger}
    >
      <SwitchField
        name="disableJavascript"
        label={t('form.javascript')}
        help="disableJavascript"
        isOn={javascript}
        defaultValue
        onChange={(isOn) => changeDraft({ javascript: isOn })}
      />
      <TimeoutField />
      <OwnFields group="loading" />
      {isHtml && <BaseField />}
      <FailOnField />
      {folders.length > 0 && <AllowedFolders folders={folders} />}
    </Group>
  );
}

function TimeoutField() {
  const timeout = useDraft(({ draft }) => draft.timeout);
  return (
    <Field
      name="timeoutSeconds"
      label={t('form.timeout')}
      help="timeoutSeconds"
      changed={normalTimeout(timeout) !== draftDefaults.timeout}
      onReset={() => changeDraft({ timeout: draftDefaults.timeout })}
      isLocalOnly
    >
      {(control) => (
        <StepperInput
          control={control}
          decreaseLabel={t('form.decreaseTimeout')}
          increaseLabel={t('form.increaseTimeout')}
          unit={t('form.seconds')}
          value={timeout}
          normalize={normalTimeout}
          range={{ lowest: 5, highest: 3600, step: 5 }}
          fallback={draftDefaults.timeout}
          onType={(text) => typeDraft({ timeout: text })}
          onNormal={(text) => changeDraft({ timeout: text })}
        />
      )}
    </Field>
  );
}

/** Base of relative links in the HTML of the editor: a folder or a URL. */
function BaseField() {
  const base = useDraft(({ draft }) => draft.base);
  return (
    <Field
      name="source.base"
      label={t('form.baseUrl')}
      help="base"
      changed={base !== ''}
      onReset={() => changeDraft({ base: '' })}
    >
      {(control) => (
        <div className="row">
          <NormalInput
            {...control}
            placeholder={t('form.basePlaceholder')}
            value={base}
            normalize={trimmed}
            onType={(text) => typeDraft({ base: text })}
            onNormal={(text) => changeDraft({ base: text })}
          />
          <IconButton
            icon={FolderOpen}
            label={t('form.chooseFolder')}
            onClick={() => void chooseBase()}
          />
        </div>
      )}
    </Field>
  );
}

async function chooseBase(): Promise<void> {
  const result = await call('source:choose-base', undefined);
  if (reportResult(t('form.chooseFolderFailed'), result) && result.value !== null)
    changeDraft({ base: result.value });
}

function trimmed(text: string): string {
  return text.trim();
}

/** Which warnings fail a conversion. */
function FailOnField() {
  const failOn = useDraft(({ draft }) => draft.failOn);
  const set = (kind: FindingKind, isWanted: boolean) =>
    changeDraft({
      failOn: findingKinds.filter((each) => (each === kind ? isWanted : failOn.includes(each))),
    });
  return (
    <Field
      name="failOn"
      label={textOf(optionHelp.failOn.label)}
      help={{ help: textOf(optionHelp.failOn.help), example: textOf(findingKindLabels.fonts) }}
      changed={failOn.length > 0}
      onReset={() => changeDraft({ failOn: draftDefaults.failOn })}
      isGroup
      isLocalOnly
    >
      {({ id }) => (
        <div className="checks">
          {findingKinds.map((kind, index) => (
            <Checkbox
              key={kind}
              id={index === 0 ? id : `${id}-${kind}`}
              size="xs"
              label={textOf(findingKindLabels[kind])}
              checked={failOn.includes(kind)}
              onChange={(event) => set(kind, event.currentTarget.checked)}
            />
          ))}
        </div>
      )}
    </Field>
  );
}

/** The folders that the shown document may read besides its own. */
function AllowedFolders({ folders }: { readonly folders: readonly string[] }) {
  return (
    <section className="field" aria-label={t('form.allowedFolders')}>
      <span className="field-label">{t('form.allowedFolders')}</span>
      <PathList
        paths={folders}
        removeLabel={(folder) => t('form.removeAccess', { folder })}
        onRemove={disallowFolder}
      />
    </section>
  );
}

/** Compliance flags, and who is notified. */
function PrivacyGroup() {
  const { gdpr, hipaa, webhook } = useDraft(({ draft }) => draft);
  const facts = [
    ...(gdpr ? [textOf(optionHelp.gdpr.label)] : []),
    ...(hipaa ? [textOf(optionHelp.hipaa.label)] : []),
    ...(webhook === '' ? [] : [t('form.webhook')]),
  ];
  return (
    <FactsGroup
      name="privacy"
      title={t('form.privacyGroup')}
      facts={facts}
      unset={t('form.nothingSet')}
    >
      <PrivacyField />
      <WebhookField />
    </FactsGroup>
  );
}

const flags = ['gdpr', 'hipaa'] as const;

/** Compliance flags (the API, section 2.2). */
function PrivacyField() {
  const isOn = useDraft(({ draft }) => draft);
  return (
    <Field
      name="compliance"
      label={t('form.privacy')}
      help={{
        help: t('form.privacyHelp', {
          gdpr: optionHelp.gdpr.label,
          gdprHelp: optionHelp.gdpr.help,
          hipaa: optionHelp.hipaa.label,
          hipaaHelp: optionHelp.hipaa.help,
        }),
        example: textOf(optionHelp.gdpr.label),
      }}
      changed={hasComplianceFlag(isOn)}
      onReset={() => changeDraft({ gdpr: false, hipaa: false })}
      isGroup
    >
      {({ id }) => (
        <div className="checks">
          {flags.map((flag, index) => (
            <Checkbox
              key={flag}
              id={index === 0 ? id : `${id}-${flag}`}
              size="xs"
              label={textOf(optionHelp[flag].label)}
              description={textOf(optionHelp[flag].help)}
              checked={isOn[flag]}
              onChange={(event) => changeDraft({ [flag]: event.currentTarget.checked })}
            />
          ))}
        </div>
      )}
    </Field>
  );
}

/** The URL that is notified when a job of the queue ends. */
function WebhookField() {
  const webhook = useDraft(({ draft }) => draft.webhook);
  const allowsPrivate = useSettings(({ privateWebhooks }) => privateWebhooks);
  const isRefused = privateWebhookIssues({ webhook }, allowsPrivate).length > 0;
  return (
    <Field
      name="webhook"
      label={textOf(optionHelp.webhook.label)}
      help="webhook"
      changed={webhook !== ''}
      onReset={() => changeDraft({ webhook: '' })}
    >
      {(control) => (
        <>
          <NormalInput
            {...control}
            inputMode="url"
            placeholder={t('form.noWebhook')}
            value={webhook}
            normalize={webhookAddress}
            onType={(text) => typeDraft({ webhook: text })}
            onNormal={(text) => changeDraft({ webhook: text })}
          />
          {isRefused && (
            <Button variant="subtle" size="compact-sm" onClick={() => openSettings('webhooks')}>
              {t('form.webhookSettings')}
            </Button>
          )}
        </>
      )}
    </Field>
  );
}

/** Selects local conversion or a remote service. Hidden if there are no services. */
function RenderOnField() {
  const endpoints = useEndpoints((state) => state.endpoints);
  const renderOn = useDraft(({ draft }) => draft.renderOn);
  const service = useFormService();
  if (endpoints.length === 0 && renderOn === null) return null;
  const isGone = renderOn !== null && !endpointOf(endpoints, renderOn);
  return (
    <div className="conversion">
      <Field
        name="renderOn"
        label={t('form.convertWith')}
        help={{ help: t('form.convertWithHelp'), example: t('form.thisComputer') }}
        changed={renderOn !== null}
        onReset={() => changeDraft({ renderOn: null })}
      >
        {(control) => (
          <>
            <SelectInput
              {...control}
              value={renderOn ?? ''}
              onChange={(id) => changeDraft({ renderOn: id === '' ? null : id })}
            >
              <option value="">{t('form.thisComputer')}</option>
              {endpoints.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              {isGone && <option value={renderOn}>{textOf(removedService)}</option>}
            </SelectInput>
            {service && !isGone && (
              <p className="field-note quiet small">
                {service.testMode ? t('form.testModeNote') : t('form.chargeNote')}
              </p>
            )}
          </>
        )}
      </Field>
    </div>
  );
}
