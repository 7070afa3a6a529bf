import { ActionIcon, Button, CloseButton, Tabs, Tooltip, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  ArrowRight,
  Columns2,
  FileCode2,
  FileText,
  Globe,
  Plus,
  TriangleAlert,
  X,
} from 'lucide-react';
import { type ClipboardEvent, Suspense, lazy, useMemo, useRef, useState } from 'react';
import type { Draft } from '@shared/draft.js';
import { keysOf } from '../../ui/commands.js';
import { formatAddresses, formatBytes, formatFiles } from '../../i18n/format.js';
import { t, textOf } from '../../i18n/t.js';
import { changeSettings, useSettings } from '../../settings/settings-store.js';
import { FieldError, TextInput } from '../../ui/inputs.js';
import { IconButton, emptyOnEscape } from '../../ui/parts.js';
import { PickList } from '../../ui/PickList.js';
import { labelSources } from '../../ui/source-labels.js';
import { narrowWindow } from '../../ui/ui-store.js';
import { addressLines, parsedLines, tidyLines } from '../draft/addresses.js';
import { renderNow } from '../preview/preview.js';
import {
  changeDraft,
  chooseAddress,
  dismissRefused,
  isMerging,
  touchFields,
  typeDraft,
  useDraft,
} from '../draft/draft-store.js';
import { useField } from './Field.js';
import { MergeSwitch } from './MergeSwitch.js';
import { isPdfFile, pdfAloneMessage } from '../draft/merging.js';
import { folderOf, placeInFolder } from '../draft/output.js';
import { SitePages } from './SitePages.js';
import { SignInLine } from './SignIn.js';
import {
  addAddress,
  chooseFiles,
  clearAddresses,
  loadTyped,
  moveAddress,
  moveFile,
  pasteAddresses,
  removeAddress,
  removeSources,
  writeAddress,
} from './sources.js';

const tabs = ['files', 'url', 'html'] as const;

/** The document: files, URLs or HTML. */
export function Source() {
  const tab = useDraft(({ draft }) => draft.tab);
  const isWide = useIsEditorWide();
  return (
    <Tabs
      value={tab}
      onChange={chooseTab}
      keepMounted={false}
      className="source"
      data-tab={tab}
      data-wide={(tab === 'html' && isWide) || undefined}
    >
      <Tabs.List aria-label={t('form.source')}>
        <Tabs.Tab value="files">{t('form.file')}</Tabs.Tab>
        <Tabs.Tab value="url">{t('form.url')}</Tabs.Tab>
        <Tabs.Tab value="html">{t('form.html')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="files" data-keeps-focus="">
        <FilesPanel />
      </Tabs.Panel>
      <Tabs.Panel value="url">
        <UrlPanel />
      </Tabs.Panel>
      <Tabs.Panel value="html">
        <HtmlPanel />
      </Tabs.Panel>
    </Tabs>
  );
}

function chooseTab(value: string | null): void {
  const tab = tabs.find((known) => known === value);
  if (tab) changeDraft({ tab });
}

type SourceFile = Draft['files'][number];

/** The File tab: one file as a card, several as a list, and what couldn't be added. */
function FilesPanel() {
  const files = useDraft(({ draft }) => draft.files);
  const { message, control } = useField('source');
  const [first, ...others] = files;
  return (
    <>
      {!first && <AddButton id={control.id} />}
      {first && others.length === 0 && <FileCard id={control.id} file={first} />}
      {others.length > 0 && <FileList id={control.id} files={files} />}
      <MergeSwitch />
      <FieldError id={`${control.id}-error`} message={message} />
      <RefusedList />
    </>
  );
}

function AddButton({ id }: { readonly id: string }) {
  return (
    <UnstyledButton id={id} className="source-add" onClick={() => void chooseFiles()}>
      <Plus size={14} aria-hidden />
      {t('form.addFilesOrFolders')}
    </UnstyledButton>
  );
}

interface FileCardProps {
  readonly id: string;
  readonly file: SourceFile;
}

function FileCard({ id, file }: FileCardProps) {
  const { path, name, size } = file;
  return (
    <div className="file-card" title={path}>
      <FileCode2 size={18} aria-hidden />
      <div className="file-card-text">
        <span className="cut">{name}</span>
        <span className="file-card-place quiet small">
          {size > 0 && <span className="file-card-size">{formatBytes(size)}</span>}
          <span className="path-end">
            <bdi dir="ltr">{folderOf(path)}</bdi>
          </span>
        </span>
      </div>
      <IconButton
        icon={Plus}
        label={t('form.addFiles')}
        keys={keysOf('open')}
        onClick={() => void chooseFiles()}
      />
      <ActionIcon
        id={id}
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('window.removeItem', { name })}
        onClick={() => removeSources([file])}
      >
        <X size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** Fewer files are found by eye. */
const minFilesToFilter = 8;

interface FileListProps {
  readonly id: string;
  readonly files: Draft['files'];
}

/** The files to convert; the preview shows the selected one. */
function FileList({ id, files }: FileListProps) {
  const selectedPath = useDraft(({ draft }) => draft.selectedPath);
  const merges = useDraft(({ draft }) => isMerging(draft));
  const isUnused = (file: SourceFile) => !merges && isPdfFile(file);
  const [query, setQuery] = useState('');
  const filter = useRef<HTMLInputElement>(null);
  const labelOf = useMemo(() => labelSources(files.map(({ path }) => path)), [files]);
  const isFiltered = files.length >= minFilesToFilter;
  const wanted = isFiltered ? query.trim().toLowerCase() : '';
  const shown = wanted === '' ? files : files.filter((file) => matches(file, wanted));
  return (
    <>
      <div className="pick-head">
        <span className="quiet small" role="status">
          {formatFiles(files.length)}
        </span>
        <span className="row">
          <HeadButton id={id} onClick={() => void chooseFiles()}>
            {t('form.addFiles')}
          </HeadButton>
          <HeadButton onClick={() => removeSources(files)}>{t('form.clearAll')}</HeadButton>
        </span>
      </div>
      {isFiltered && (
        <TextInput
          type="search"
          aria-label={t('form.filterFiles')}
          placeholder={t('form.filterFiles')}
          value={query}
          ref={filter}
          onChange={setQuery}
          onKeyDown={emptyOnEscape(query, setQuery)}
        />
      )}
      {wanted !== '' && shown.length > 0 && (
        <div className="pick-head">
          <span className="quiet small" role="status">
            {t('form.filesMatching', { count: shown.length })}
          </span>
          <HeadButton
            onClick={() => {
              filter.current?.focus();
              setQuery('');
              removeSources(shown);
            }}
          >
            {t('form.removeMatching')}
          </HeadButton>
        </div>
      )}
      {shown.length === 0 && (
        <p className="field-note quiet small">{t('form.noFileMatches', { query })}</p>
      )}
      <PickList
        label={t('form.fileList')}
        count={shown.length}
        selected={shown.findIndex(({ path }) => path === selectedPath)}
        rowAt={(index) => {
          const file = shown[index];
          return (
            file && {
              key: file.path,
              icon: FileText,
              place: placeInFolder(file),
              name: file.name,
              label: labelOf(file.path, file.name),
              end: formatBytes(file.size),
              tooltip: isUnused(file) ? textOf(pdfAloneMessage(file.path)) : file.path,
              isWrong: isUnused(file),
            }
          );
        }}
        onChoose={(index) => changeDraft({ selectedPath: shown[index]?.path ?? null })}
        onRemove={(index) => removeSources(shown.slice(index, index + 1))}
        onMove={(index, before) => moveFile(shown, index, before)}
      />
    </>
  );
}

interface HeadButtonProps {
  readonly id?: string;
  readonly onClick: () => void;
  readonly children: string;
}

/** A button in the head of a list. */
function HeadButton(props: HeadButtonProps) {
  return <Button {...props} variant="subtle" color="gray" size="compact-xs" />;
}

function matches({ path, folder = '' }: SourceFile, wanted: string): boolean {
  return path.slice(folder.length).toLowerCase().includes(wanted);
}

/** Files that couldn't be added, with their reasons. */
function RefusedList() {
  const refused = useDraft((state) => state.refused);
  if (refused.length === 0) return null;
  return (
    <section className="refused" aria-label={t('form.filesNotAdded')}>
      <div className="refused-head">
        <TriangleAlert size={16} aria-hidden />
        <span role="status">{t('form.filesRefused', { count: refused.length })}</span>
        <CloseButton size="sm" aria-label={t('form.dismissAll')} onClick={() => dismissRefused()} />
      </div>
      <ul>
        {refused.map(({ path, message }) => (
          <li key={path}>{textOf(message)}</li>
        ))}
      </ul>
    </section>
  );
}

/** The URL tab: one URL, loaded by Enter, the button or on blur, or a list pasted as lines. */
function UrlPanel() {
  const url = useDraft(({ draft }) => draft.url);
  const chosen = useDraft(({ address }) => address);
  const { message, control, onEnter, onLeave } = useField('source');
  const lines = addressLines(url);
  const isList = lines.length > 1;

  return (
    <div
      onFocus={onEnter}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) loadTyped();
        onLeave(event);
      }}
    >
      <div className="row">
        <TextInput
          {...control}
          inputMode="url"
          aria-label={
            isList ? t('form.urlOf', { number: chosen + 1, count: lines.length }) : t('form.url')
          }
          placeholder={t('form.urlPlaceholder')}
          value={lines[chosen] ?? ''}
          onChange={writeAddress}
          onPaste={pasteLines}
          onKeyDown={({ key }) => {
            if (key === 'Enter') load();
          }}
        />
        <Tooltip label={t('form.loadPageHint')}>
          <ActionIcon size={30} variant="default" aria-label={t('form.loadPage')} onClick={load}>
            <ArrowRight size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      <p id={`${control.id}-help`} className="field-note quiet small">
        {isList ? t('form.previewingUrl') : t('form.urlHelp')}
      </p>
      <FieldError id={`${control.id}-error`} message={message} />
      <SignInLine />
      <SitePages />
      {isList && <AddressList />}
    </div>
  );
}

function load(): void {
  const { draft, address, loadedUrl } = useDraft.getState();
  const isSame = loadedUrl === addressLines(draft.url)[address];
  loadTyped();
  touchFields(['source']);
  if (isSame) renderNow();
}

/** A single-line field would join the pasted lines. */
function pasteLines(event: ClipboardEvent): void {
  const text = event.clipboardData.getData('text/plain');
  if (tidyLines(text).length < 2) return;
  event.preventDefault();
  pasteAddresses(text);
}

/** The list of URLs, one per line. The selected one is in the field above and in the preview. */
function AddressList() {
  const url = useDraft(({ draft }) => draft.url);
  const chosen = useDraft(({ address }) => address);
  const lines = addressLines(url);
  const parsed = parsedLines(url);
  const names = lines.map(addressName);
  const labelOf = labelSources(names);
  const wrong = parsed.filter(({ issue }) => issue !== null).length;

  return (
    <>
      <div className="pick-head">
        <span className="quiet small" role="status">
          {formatAddresses(lines.length)}
          {wrong > 0 && (
            <>
              , <span className="wrong">{t('form.invalidCount', { count: wrong })}</span>
            </>
          )}
        </span>
        <span className="row">
          <HeadButton onClick={addAddress}>{t('form.addUrl')}</HeadButton>
          <HeadButton onClick={clearAddresses}>{t('form.clearAll')}</HeadButton>
        </span>
      </div>
      <PickList
        label={t('form.urlList')}
        count={lines.length}
        selected={chosen}
        rowAt={(index) => {
          const line = lines[index];
          const name = names[index];
          if (line === undefined || name === undefined) return undefined;
          const issue = parsed[index]?.issue ?? null;
          return {
            key: `${index}:${line}`,
            icon: Globe,
            place: '',
            name,
            label: labelOf(name, name),
            end: '',
            tooltip: issue === null ? line : t('form.issueInLine', { line: index + 1, issue }),
            isWrong: issue !== null,
          };
        }}
        onChoose={chooseAddress}
        onRemove={removeAddress}
        onMove={moveAddress}
      />
      <MergeSwitch />
    </>
  );
}

function addressName(line: string): string {
  return line.trim() === '' ? t('form.emptyUrl') : line.replace(/^https?:\/\//, '');
}

/** The HTML tab: the editor, which can be moved beside the paper. */
function HtmlPanel() {
  const isWide = useIsEditorWide();
  const label = isWide ? t('form.narrowEditor') : t('form.widenEditor');
  return (
    <>
      {!isWide && <HtmlField />}
      <Button
        className="widen-editor"
        variant="subtle"
        color="gray"
        size="compact-xs"
        leftSection={<Columns2 size={14} aria-hidden />}
        onClick={() => void changeSettings({ wideEditor: !isWide })}
      >
        {label}
      </Button>
    </>
  );
}

/** The editor beside the paper; nothing unless it is there. */
export function WideEditor() {
  const isHtml = useDraft(({ draft }) => draft.tab === 'html');
  const isWide = useIsEditorWide();
  return isHtml && isWide ? (
    <div className="wide-editor">
      <HtmlField />
    </div>
  ) : null;
}

/** A narrow window has no room beside the paper. */
function useIsEditorWide(): boolean {
  const isNarrow = useMediaQuery(narrowWindow, undefined, { getInitialValueInEffect: false });
  const isWide = useSettings(({ wideEditor }) => wideEditor);
  return isWide && !isNarrow;
}

const HtmlEditor = lazy(() => import('./HtmlEditor.js'));

/** The editor of the HTML, which is loaded when first shown. */
function HtmlField() {
  const html = useDraft(({ draft }) => draft.html);
  const { message, control, onEnter, onLeave } = useField('source');
  return (
    <div className="html-field" onFocus={onEnter} onBlur={onLeave}>
      <div className="html-editor" data-error={control.error || undefined}>
        <Suspense fallback={<div aria-busy="true" />}>
          <HtmlEditor id={control.id} value={html} onChange={typeHtml} />
        </Suspense>
      </div>
      <FieldError id={`${control.id}-error`} message={message} />
    </div>
  );
}

function typeHtml(html: string): void {
  typeDraft({ html });
}
