import { create } from 'zustand';
import type { SourceList } from '@shared/source-list.js';
import type { Draft } from '@shared/draft.js';
import type { FieldIssue } from '@shared/messages/errors.js';
import { type DefaultPageFormat, defaultPageFormat } from '@shared/request/paper.js';
import { minMergedParts } from '@shared/request/source.js';
import { addressLines, filledAddresses } from './addresses.js';
import { draftDefaults } from './draft-defaults.js';
import type { FieldName } from '../../ui/fields.js';

type RefusedFile = SourceList['refused'][number];

interface DraftState {
  readonly draft: Draft;
  /** The paper of the user's region. */
  readonly defaultFormat: DefaultPageFormat;
  /** True if the last change was typed, so that the next one is likely to follow soon. */
  readonly isTyping: boolean;
  /** The URL in the preview: set on blur or Enter, not on every key. */
  readonly loadedUrl: string;
  /** Index of the selected URL, from 0. */
  readonly address: number;
  readonly refused: readonly RefusedFile[];
  /** True while dropped files and folders are being scanned. */
  readonly inspecting: boolean;
  /** Documents found so far. */
  readonly found: number;
  /** Fields whose error is shown: they were left, or an action was tried. */
  readonly touched: ReadonlySet<FieldName>;
  /** True while documents are being added to the queue. */
  readonly adding: boolean;
  /** Errors that only apply to a batch; cleared when the form changes. */
  readonly batchIssues: readonly FieldIssue[];
  /** Errors of typed passwords, which are not part of the draft. */
  readonly passwordIssues: readonly FieldIssue[];
}

/** The contents of the form and which errors are shown. */
export const useDraft = create<DraftState>(() => ({
  draft: draftDefaults,
  defaultFormat: defaultPageFormat,
  isTyping: false,
  loadedUrl: '',
  address: 0,
  refused: [],
  inspecting: false,
  found: 0,
  touched: new Set(),
  adding: false,
  batchIssues: [],
  passwordIssues: [],
}));

/** Preview and persisted copy follow. */
export function changeDraft(change: Partial<Draft>): void {
  useDraft.setState(({ draft }) => changed({ ...draft, ...change }));
}

/** For key presses: the preview waits until typing pauses. */
export function typeDraft(change: Partial<Draft>): void {
  useDraft.setState(({ draft }) => ({ ...changed({ ...draft, ...change }), isTyping: true }));
}

/** Errors of a batch are about the draft before the change. */
function changed(draft: Draft): Pick<DraftState, 'draft' | 'isTyping' | 'batchIssues'> {
  return { draft, isTyping: false, batchIssues: noIssues };
}

const noIssues: readonly FieldIssue[] = [];

/** Also loads its first URL. */
export function restoreDraft(draft: Draft): void {
  useDraft.setState({ draft, address: 0, loadedUrl: addressLines(draft.url)[0] ?? '' });
}

/** Passes on what an editor has not passed on yet; null for nothing. */
let pendingText: (() => void) | null = null;

/**
 * Delays passing a long text to the draft until typing pauses, because building it costs too much
 * for a key press.
 * @param commit changes the draft; called before anything uses the document
 */
export function delayText(commit: (() => void) | null): void {
  pendingText = commit;
}

/** Passes on what was typed so far. */
export function commitText(): void {
  const commit = pendingText;
  pendingText = null;
  commit?.();
}

/** Loads the selected URL, or replaces all URLs. Also commits a text that is being typed. */
export function loadUrl(url?: string): void {
  commitText();
  const { draft, address } = useDraft.getState();
  loadLine(url ?? draft.url, url === undefined ? address : 0);
}

/** In one step, because the merged documents of a step in between would be others. */
function loadLine(all: string, index: number): void {
  const { draft, address, loadedUrl } = useDraft.getState();
  const place = Math.min(index, addressLines(all).length - 1);
  const chosen = addressLines(all)[place] ?? '';
  if (draft.url === all && loadedUrl === chosen && address === place) return;
  useDraft.setState({
    ...(draft.url !== all && changed({ ...draft, url: all })),
    address: place,
    loadedUrl: chosen,
  });
}

/** Selects and loads one of several URLs. */
export function chooseAddress(address: number): void {
  commitText();
  loadLine(useDraft.getState().draft.url, address);
}

/** Replaces all URLs by the same ones in another order, whose selected one has another index. */
export function reorderAddresses(url: string, address: number): void {
  useDraft.setState(({ draft }) => ({ ...changed({ ...draft, url }), address }));
}

/** Shows the errors of fields, now and later. */
export function touchFields(fields: Iterable<FieldName>): void {
  useDraft.setState(({ touched }) => ({ touched: new Set([...touched, ...fields]) }));
}

/** Hides the errors of fields until they are left again. */
export function untouchFields(fields: ReadonlySet<FieldName>): void {
  useDraft.setState(({ touched }) => ({
    touched: new Set([...touched].filter((field) => !fields.has(field))),
  }));
}

/**
 * Adds files to the list and shows the first of them. Known files aren't added twice, but may gain
 * a folder they are allowed to read.
 */
export function addSources({ files: found, refused }: SourceList): void {
  useDraft.setState((state) => {
    const known = new Set(state.draft.files.map(({ path }) => path));
    const added = found.filter(({ path }) => !known.has(path));
    const byPath = new Map(found.map((file) => [file.path, file]));
    const shown = found[0]?.path ?? state.draft.selectedPath;
    const files = [
      ...state.draft.files.map((file) => ({ ...file, ...byPath.get(file.path) })),
      ...added,
    ];
    return {
      ...changed({ ...state.draft, tab: 'files', files, selectedPath: shown }),
      refused: [
        ...refused,
        ...state.refused.filter(({ path }) => !isIn(refused, path) && !byPath.has(path)),
      ],
    };
  });
}

/** In the open tab. */
export function countSources({ tab, files, url, html }: Draft): number {
  switch (tab) {
    case 'files':
      return files.length;
    case 'url':
      return filledAddresses(url).length;
    case 'html':
      return html.trim() === '' ? 0 : 1;
  }
}

export function isMerging(draft: Draft): boolean {
  return draft.merge && draft.tab !== 'html' && countSources(draft) >= minMergedParts;
}

export function fileSource({ path, folder, allowedFolders = [] }: Draft['files'][number]) {
  return {
    kind: 'file' as const,
    path,
    ...(folder !== undefined && { folder }),
    ...(allowedFolders.length > 0 && { allowedFolders }),
  };
}

/** Returns the folders that pasted HTML may read, as part of its source. */
export function allowedOfHtml({ allowedFolders }: Draft) {
  return allowedFolders.length > 0 ? { allowedFolders } : {};
}

/** Those that the user allowed the shown documents to read besides their own. */
export function allowedFoldersOf(draft: Draft): readonly string[] {
  const { tab, files, selectedPath, allowedFolders } = draft;
  if (tab === 'html') return allowedFolders;
  if (tab !== 'files') return noFolders;
  if (isMerging(draft)) return foldersOfAll(files);
  return files.find(({ path }) => path === selectedPath)?.allowedFolders ?? noFolders;
}

const noFolders: readonly string[] = [];

let lastFolders: readonly string[] = noFolders;

/** The same array for the same folders, because components compare it. */
function foldersOfAll(files: Draft['files']): readonly string[] {
  const folders = [...new Set(files.flatMap(({ allowedFolders = [] }) => allowedFolders))];
  const isSame =
    folders.length === lastFolders.length &&
    folders.every((each, index) => each === lastFolders[index]);
  if (!isSame) lastFolders = folders;
  return lastFolders;
}

/** Lets the shown documents read a folder besides their own. */
export function allowFolder(folder: string): void {
  setAllowedFolders((folders) => [...folders.filter((each) => each !== folder), folder]);
}

export function disallowFolder(folder: string): void {
  setAllowedFolders((folders) => folders.filter((each) => each !== folder));
}

function setAllowedFolders(change: (folders: readonly string[]) => string[]): void {
  const { draft } = useDraft.getState();
  const allowedFolders = change(allowedFoldersOf(draft));
  if (draft.tab === 'html') changeDraft({ allowedFolders });
  if (draft.tab !== 'files') return;
  const merges = isMerging(draft);
  const files = draft.files.map((file) =>
    merges || file.path === draft.selectedPath ? { ...file, allowedFolders } : file,
  );
  changeDraft({ files });
}

/**
 * Removes files; if the selected one is among them, the next or previous one is shown. An empty
 * list has no rejected files either.
 */
export function removeFiles(paths: ReadonlySet<string>): void {
  useDraft.setState(({ draft, refused }) => {
    const isKept = ({ path }: Draft['files'][number]) => !paths.has(path);
    const index = draft.files.findIndex(({ path }) => path === draft.selectedPath);
    const next = draft.files.slice(Math.max(index, 0)).find(isKept) ?? draft.files.findLast(isKept);
    const files = draft.files.filter(isKept);
    return {
      ...changed({ ...draft, files, selectedPath: next?.path ?? null }),
      refused: files.length === 0 ? [] : refused,
    };
  });
}

/** Without a path, all of them. */
export function dismissRefused(path?: string): void {
  useDraft.setState(({ refused }) => ({
    refused: path === undefined ? [] : refused.filter((file) => file.path !== path),
  }));
}

function isIn(refused: readonly RefusedFile[], path: string): boolean {
  return refused.some((file) => file.path === path);
}
