import { ActionIcon, Button, Loader, Menu, Popover, Tooltip, UnstyledButton } from '@mantine/core';
import {
  Check,
  ChevronUp,
  Cloud,
  Download,
  FileStack,
  Folder,
  FolderOpen,
  type LucideIcon,
  Plus,
  Server,
  Trash2,
  Upload,
} from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { type ExistingChoice, existingChoices } from '@shared/draft.js';
import { message } from '@shared/messages/message.js';
import { type UploadTarget, bucketPath, isBucket, targetFolder } from '@shared/targets.js';
import { call } from '../../bridge/bridge.js';
import { keysOf, runCommand } from '../../ui/commands.js';
import { formatBytes, isolated, lastPart } from '../../i18n/format.js';
import { t, textOf } from '../../i18n/t.js';
import { openNewTarget } from '../../queue/delivery-actions.js';
import { BrowseButton, FolderBrowser } from '../../settings/FolderBrowser.js';
import { useTargets } from '../../settings/targets-store.js';
import { FieldError, TextInput } from '../../ui/inputs.js';
import { reportResult } from '../../ui/notices.js';
import { PlaceholderMenu, insertAtCaret } from '../../ui/PlaceholderMenu.js';
import { useUi } from '../../ui/ui-store.js';
import { convertAll } from '../preview/convert.js';
import { useFormContent, useSuggestedName } from '../preview/preview.js';
import { copyRequest, openRequest } from './request-actions.js';
import { changeDraft, useDraft } from '../draft/draft-store.js';
import { countPdfs } from '../draft/merging.js';
import { useField } from './Field.js';
import { OutputStatus } from './OutputStatus.js';
import { chosenTargets, countRemoved, outputExample, uploadExamples } from '../draft/output.js';
import { primaryActionSelector, usePrimaryAction } from './primary-action.js';
import { savePdf } from './saving.js';
import { SplitField } from './SplitField.js';
import {
  isForQueue,
  isSplitting,
  partsText,
  splitRule,
  startSplitting,
} from '../draft/splitting.js';
import './output.css';

/** Where the PDF goes and under which name: the rule for saving, converting and uploading. */
export function OutputBlock() {
  const id = useId();
  const content = useFormContent();
  return (
    <section className="output" aria-labelledby={id} data-keeps-focus={primaryActionSelector}>
      <div className="output-head">
        <h2 id={id}>{t('form.output')}</h2>
        {content.kind === 'pdf' && !content.isOutdated && (
          <span className="quiet">{formatBytes(content.shown.artifact.size)}</span>
        )}
      </div>
      <FileNameField />
      <Destinations />
      <SplitField />
      <OutputExample />
      <OutputStatus />
      <PrimaryButton />
    </section>
  );
}

const ending = '.pdf';

/** The name without its extension, which is added; if empty, the suggested one is used. */
function FileNameField() {
  const filename = useDraft(({ draft }) => draft.filename);
  const count = useDraft(({ draft }) => countPdfs(draft));
  const suggested = useSuggestedName();
  const { message: issue, control, onEnter, onLeave } = useField('filename');
  const input = useRef<HTMLInputElement>(null);
  const stem = withoutEnding(filename);

  function insert(placeholder: string): void {
    const text = insertAtCaret(input.current, stem, placeholder);
    changeDraft({ filename: `${text}${ending}` });
  }

  return (
    <div onFocus={onEnter} onBlur={onLeave}>
      <div
        className="file-name"
        data-error={control.error || undefined}
        onPointerDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          input.current?.focus();
        }}
      >
        <input
          {...inputProps(control)}
          ref={input}
          autoComplete="off"
          spellCheck={false}
          aria-label={t('form.fileName')}
          value={stem}
          placeholder={placeholderOf(count, suggested)}
          onChange={({ currentTarget: { value } }) => {
            const typed = withoutEnding(value);
            changeDraft({ filename: typed === '' ? '' : `${typed}${ending}` });
          }}
        />
        {(stem !== '' || count > 0) && <span className="quiet">{ending}</span>}
        <PlaceholderMenu placeholders={placeholderLabels} onInsert={insert} />
      </div>
      <FieldError id={`${control.id}-error`} message={issue} />
    </div>
  );
}

function inputProps({ error, ...control }: ReturnType<typeof useField>['control']) {
  return { ...control, 'aria-invalid': error };
}

function withoutEnding(name: string): string {
  return name.replace(/\.pdf$/i, '');
}

function placeholderOf(count: number, suggested: string): string {
  if (count === 0) return t('form.nameFromTitle');
  return count > 1 ? t('form.nameOfEach') : withoutEnding(suggested);
}

const placeholderLabels = {
  '{name}': message('form.placeholderName'),
  '{title}': message('form.placeholderTitle'),
  '{date}': message('form.placeholderDate'),
  '{n}': message('form.placeholderNumber'),
} as const;

/** A line of chips: the folder, the other destinations, and a menu to add one. */
function Destinations() {
  const save = useDraft(({ draft }) => draft.save);
  const uploadTargets = useDraft(({ draft }) => draft.uploadTargets);
  const targets = useTargets((state) => state.targets);
  const chosen = chosenTargets({ uploadTargets }, targets);
  const removed = countRemoved({ uploadTargets }, targets);
  const { message: issue } = useField('output.save');
  const { message: uploadsIssue } = useField('output.uploads');
  return (
    <div>
      <div className="chips" role="group" aria-label={t('form.destinations')}>
        {save && <FolderChip isRemovable={chosen.length > 0} />}
        {chosen.map((target) => (
          <TargetChip key={target.id} target={target} />
        ))}
        {removed > 0 && <RemovedChip count={removed} targets={targets} />}
        <AddMenu targets={targets.filter(({ id }) => !uploadTargets.includes(id))} save={save} />
      </div>
      <FieldError id="destinations-error" message={issue ?? uploadsIssue} />
    </div>
  );
}

interface ChipProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly tooltip: string;
  readonly label: string;
  readonly isWrong?: boolean;
  /** True opens it, because a field in it is wanted. */
  readonly isWanted: boolean;
  readonly children: (close: () => void) => ReactNode;
}

/** A destination; a click opens its options. */
function Chip({
  icon: Icon,
  name,
  tooltip,
  label,
  isWrong = false,
  isWanted,
  children,
}: ChipProps) {
  const [isOpen, setIsOpen] = useState(false);
  // The field is mounted by opening the chip that contains it.
  if (isWanted && !isOpen) setIsOpen(true);
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="top-start"
      width={308}
      shadow="md"
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Tooltip label={tooltip} disabled={isOpen}>
          <UnstyledButton
            className="chip"
            aria-label={label}
            data-error={isWrong || undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Icon size={14} aria-hidden />
            <span className="cut">{name}</span>
          </UnstyledButton>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className="chip-options">
        {children(() => setIsOpen(false))}
      </Popover.Dropdown>
    </Popover>
  );
}

function FolderChip({ isRemovable }: { readonly isRemovable: boolean }) {
  const folder = useDraft(({ draft }) => draft.outputFolder);
  const isOfFiles = useDraft(({ draft }) => draft.tab === 'files');
  const isWanted = useUi(({ focusWanted }) => focusWanted === 'output.folder');
  const { message: issue } = useField('output.folder');
  const automatic = isOfFiles ? t('form.sameFolder') : t('form.downloads');
  const name = folder === '' ? automatic : lastPart(folder);
  return (
    <Chip
      icon={Folder}
      name={name}
      tooltip={folder === '' ? t('form.folderHelp') : folder}
      label={t('form.folderChip', { folder: name })}
      isWrong={issue !== null}
      isWanted={isWanted}
    >
      {(close) => (
        <>
          <FolderField placeholder={automatic} />
          <div className="row chip-actions">
            {folder !== '' && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => changeDraft({ outputFolder: '' })}
              >
                {automatic}
              </Button>
            )}
            {isRemovable && (
              <RemoveButton
                onClick={() => {
                  close();
                  changeDraft({ save: false });
                }}
              />
            )}
          </div>
        </>
      )}
    </Chip>
  );
}

function FolderField({ placeholder }: { readonly placeholder: string }) {
  const folder = useDraft(({ draft }) => draft.outputFolder);
  const { message: issue, control, onEnter, onLeave } = useField('output.folder');
  return (
    <div onFocus={onEnter} onBlur={onLeave}>
      <label htmlFor={control.id}>{t('form.folder')}</label>
      <div className="row">
        <TextInput
          {...control}
          data-autofocus
          placeholder={placeholder}
          value={folder}
          onChange={(text) => changeDraft({ outputFolder: text })}
        />
        <Tooltip label={t('form.chooseFolder')}>
          <ActionIcon
            size={30}
            variant="default"
            aria-label={t('form.chooseOutputFolder')}
            onClick={() => void chooseFolder()}
          >
            <FolderOpen size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <FieldError id={`${control.id}-error`} message={issue} />
    </div>
  );
}

async function chooseFolder(): Promise<void> {
  const result = await call('delivery:choose-folder', undefined);
  if (reportResult(t('form.chooseFolderFailed'), result) && result.value !== null)
    changeDraft({ save: true, outputFolder: result.value });
}

function TargetChip({ target }: { readonly target: UploadTarget }) {
  const isFirst = useDraft(
    ({ draft }) => chosenTargets(draft, useTargets.getState().targets)[0]?.id === target.id,
  );
  const isWanted = useUi(({ focusWanted }) => focusWanted === 'output.uploadPath') && isFirst;
  const { message: issue } = useField('output.uploadPath');
  return (
    <Chip
      icon={isBucket(target) ? Cloud : Server}
      name={target.name}
      tooltip={targetFolder(target)}
      label={
        isBucket(target)
          ? t('form.bucketChip', { name: target.name })
          : t('form.serverChip', { name: target.name })
      }
      isWrong={issue !== null && isFirst}
      isWanted={isWanted}
    >
      {(close) => (
        <>
          <UploadPathField target={target} />
          <div className="row chip-actions">
            <RemoveButton
              onClick={() => {
                close();
                removeTarget(target.id);
              }}
            />
          </div>
        </>
      )}
    </Chip>
  );
}

/** The path below the folder of a destination, typed or chosen from a list. */
function UploadPathField({ target }: { readonly target: UploadTarget }) {
  const path = useDraft(({ draft }) => draft.uploadPath);
  const owner = `upload-path-${target.id}`;
  const root = isBucket(target) ? bucketPath(target) : target.folder;
  const { message: issue, control, onEnter, onLeave } = useField('output.uploadPath');
  return (
    <div onFocus={onEnter} onBlur={onLeave}>
      <label htmlFor={control.id}>{t('form.path')}</label>
      <div className="row">
        <TextInput
          {...control}
          data-autofocus
          placeholder={t('form.uploadPathPlaceholder')}
          value={path}
          onChange={(uploadPath) => changeDraft({ uploadPath })}
        />
        <BrowseButton
          owner={owner}
          label={t('browse.browseFolders')}
          start={() => ({ server: target, place: root })}
        />
      </div>
      <FolderBrowser
        owner={owner}
        root={root}
        onChoose={(chosen) => changeDraft({ uploadPath: pathBelow(root, chosen, path) })}
      />
      <p id={`${control.id}-help`} className="chip-help quiet small">
        {t('form.pathHelp', { folder: targetFolder(target) })}
      </p>
      <FieldError id={`${control.id}-error`} message={issue} />
    </div>
  );
}

/** Returns the path from a destination's folder to a chosen one, with the name of the old path. */
function pathBelow(root: string, chosen: string, path: string): string {
  const folder = root === '' ? chosen : chosen.slice(root.length + 1);
  const [name = ''] = /[^/]*\.pdf$/i.exec(path) ?? [];
  return [folder, name].filter((part) => part !== '').join('/');
}

function removeTarget(id: string): void {
  const { uploadTargets, save } = useDraft.getState().draft;
  const others = uploadTargets.filter((each) => each !== id);
  changeDraft({ uploadTargets: others, save: save || others.length === 0 });
}

function RemovedChip({
  count,
  targets,
}: {
  readonly count: number;
  readonly targets: readonly UploadTarget[];
}) {
  const { control } = useField('output.uploads');
  const text = t('form.removedDestinations', { count });
  return (
    <Tooltip label={t('form.clearRemoved')}>
      <UnstyledButton
        id={control.id}
        className="chip"
        data-error
        aria-label={t('form.removeItem', { name: text })}
        onClick={() => {
          const { draft } = useDraft.getState();
          const kept = chosenTargets(draft, targets).map(({ id }) => id);
          changeDraft({ uploadTargets: kept, save: draft.save || kept.length === 0 });
        }}
      >
        <Trash2 size={14} aria-hidden />
        <span className="cut">{text}</span>
      </UnstyledButton>
    </Tooltip>
  );
}

function RemoveButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<Trash2 size={14} aria-hidden />}
      onClick={onClick}
    >
      {t('form.removeDestination')}
    </Button>
  );
}

interface AddMenuProps {
  /** The destinations that aren't selected yet. */
  readonly targets: readonly UploadTarget[];
  readonly save: boolean;
}

function AddMenu({ targets, save }: AddMenuProps) {
  const opened = useUi(({ destinationsOpen }) => destinationsOpen);
  const { control } = useField('output.save');
  return (
    <Menu
      position="top-start"
      shadow="md"
      withinPortal={false}
      opened={opened}
      onChange={(destinationsOpen) => useUi.setState({ destinationsOpen })}
    >
      <Menu.Target>
        <UnstyledButton
          id={control.id}
          className="chip chip-add"
          aria-label={t('uploads.addDestination')}
        >
          <Plus size={14} aria-hidden />
          {t('form.add')}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {!save && (
          <Menu.Item
            leftSection={<Folder size={14} aria-hidden />}
            onClick={() => changeDraft({ save: true })}
          >
            {t('form.folder')}
          </Menu.Item>
        )}
        {save && (
          <Menu.Item
            leftSection={<FolderOpen size={14} aria-hidden />}
            onClick={() => void chooseFolder()}
          >
            {t('form.chooseFolderItem')}
          </Menu.Item>
        )}
        {targets.map((target) => (
          <TargetItem key={target.id} target={target} />
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Plus size={14} aria-hidden />} onClick={openNewTarget}>
          {t('form.newDestination')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function TargetItem({ target }: { readonly target: UploadTarget }) {
  const icon = isBucket(target) ? (
    <Cloud size={14} aria-hidden />
  ) : (
    <Server size={14} aria-hidden />
  );
  return (
    <Menu.Item leftSection={icon} onClick={() => addTarget(target.id)}>
      {target.name}
    </Menu.Item>
  );
}

function addTarget(id: string): void {
  const { uploadTargets } = useDraft.getState().draft;
  changeDraft({ uploadTargets: [...uploadTargets.filter((each) => each !== id), id] });
}

/** Shows what placeholders and folders result in, for the document in the form. */
function OutputExample() {
  const draft = useDraft((state) => state.draft);
  const address = useDraft((state) => state.address);
  const content = useFormContent();
  const targets = useTargets((state) => state.targets);
  const suggested = useSuggestedName();
  const isTree = draft.outputFolder !== '' && countPdfs(draft) > 1;
  const rule = splitRule(draft);
  if (rule === undefined && !isTree && !draft.filename.includes('{') && draft.uploadPath === '')
    return null;
  const artifact = content.kind === 'pdf' && !content.isOutdated ? content.shown.artifact : null;
  const facts = { title: artifact?.title ?? '', date: new Date() };
  const saved = draft.save ? outputExample(draft, address, facts) : null;
  const places = [
    ...(saved === null ? [] : [saved]),
    ...uploadExamples(draft, address, facts, targets),
  ];
  const [first] = places;
  if (first === undefined) return null;
  if (rule !== undefined) {
    const isSuggested = draft.save && draft.filename === '' && countPdfs(draft) === 1;
    const text = partsText(rule, isSuggested ? suggested : first, artifact?.pages ?? null);
    return <p className="output-example quiet small">{text}</p>;
  }
  return (
    <p className="output-example quiet small">
      {t('form.savesAs', { places: places.map(isolated) })}
    </p>
  );
}

const primaryIcons = { save: Download, upload: Upload, convert: FileStack, service: Server };

/**
 * The one filled button. If it can't act, it says why. While busy it is not disabled, because that
 * would lose the focus. Once it has acted, its tooltip doesn't cover the result above it.
 */
export function PrimaryButton() {
  const { kind, label, hint, obstacle, isBusy, run } = usePrimaryAction();
  const Icon = primaryIcons[kind];
  const [hasActed, setHasActed] = useState(false);
  return (
    <Button.Group className="primary-action">
      <Tooltip label={obstacle ?? hint} disabled={hasActed && obstacle === null}>
        <Button
          variant="filled"
          leftSection={
            isBusy ? <Loader size={16} color="currentColor" /> : <Icon size={16} aria-hidden />
          }
          aria-description={obstacle ?? hint}
          aria-busy={isBusy}
          aria-disabled={isBusy || obstacle !== null}
          {...(obstacle !== null && { 'data-disabled': true })}
          onMouseLeave={() => setHasActed(false)}
          onBlur={() => setHasActed(false)}
          {...(isBusy
            ? { onKeyDown: cancelOnEscape }
            : {
                onClick: () => {
                  setHasActed(true);
                  run();
                },
              })}
        >
          <span className="cut">{label}</span>
        </Button>
      </Tooltip>
      <MoreMenu />
    </Button.Group>
  );
}

/** Without this, the tooltip of the focused button would take the key. */
function cancelOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  runCommand('cancel');
}

function MoreMenu() {
  const count = useDraft(({ draft }) => countPdfs(draft));
  const isBatch = useDraft(({ draft }) => isForQueue(draft));
  const isSplit = useDraft(({ draft }) => isSplitting(draft));
  const isOnService = useDraft(({ draft }) => draft.renderOn !== null);
  // Splitting focuses its own field.
  const [returnsFocus, setReturnsFocus] = useState(true);
  return (
    <Menu
      position="top-end"
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      returnFocus={returnsFocus}
      onOpen={() => setReturnsFocus(true)}
    >
      <Menu.Target>
        <Button variant="filled" className="primary-more" aria-label={t('preview.moreSaveOptions')}>
          <ChevronUp size={16} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {count > 0 && (
          <>
            <Menu.Item rightSection={<Keys name="save-as" />} onClick={() => void savePdf(true)}>
              {isSplit
                ? t('split.saveWholeAs')
                : count > 1
                  ? t('form.saveShownAs')
                  : t('preview.saveAs')}
            </Menu.Item>
            {!isBatch && (
              <Menu.Item
                {...(!isOnService && { rightSection: <Keys name="convert" /> })}
                onClick={() => void convertAll()}
              >
                {t('form.addToQueue')}
              </Menu.Item>
            )}
            <Menu.Divider />
          </>
        )}
        <ExistingItems isBatch={isBatch} />
        <Menu.Divider />
        {!isSplit && (
          <>
            <Menu.Item
              onClick={() => {
                setReturnsFocus(false);
                startSplitting();
              }}
            >
              {t('split.start')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item
          rightSection={<Keys name="copy-curl" />}
          onClick={() => void copyRequest('curl')}
        >
          {t('preview.copyAsCurl')}
        </Menu.Item>
        <Menu.Item
          rightSection={<Keys name="copy-json" />}
          onClick={() => void copyRequest('json')}
        >
          {t('preview.copyAsJson')}
        </Menu.Item>
        <Menu.Item rightSection={<Keys name="open-json" />} onClick={() => void openRequest()}>
          {t('preview.openJson')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const existingLabels = {
  ask: message('form.existingAsk'),
  number: message('uploads.keepBoth'),
  skip: message('uploads.skip'),
  overwrite: message('uploads.replace'),
} as const;

/** What to do if the output exists; several documents can't ask. */
function ExistingItems({ isBatch }: { readonly isBatch: boolean }) {
  const existing = useDraft(({ draft }) => draft.existing);
  const current = isBatch && existing === 'ask' ? 'number' : existing;
  const choices = existingChoices.filter((choice) => !(isBatch && choice === 'ask'));
  return (
    <>
      <Menu.Label>{t('form.ifFileExists')}</Menu.Label>
      {choices.map((choice) => (
        <ExistingItem key={choice} choice={choice} isChosen={choice === current} />
      ))}
    </>
  );
}

interface ExistingItemProps {
  readonly choice: ExistingChoice;
  readonly isChosen: boolean;
}

function ExistingItem({ choice, isChosen }: ExistingItemProps) {
  return (
    <Menu.Item
      aria-current={isChosen}
      leftSection={<Check size={14} aria-hidden visibility={isChosen ? 'visible' : 'hidden'} />}
      onClick={() => changeDraft({ existing: choice })}
    >
      {textOf(existingLabels[choice])}
    </Menu.Item>
  );
}

function Keys({ name }: { readonly name: Parameters<typeof keysOf>[0] }) {
  return <span className="quiet small">{keysOf(name)}</span>;
}
