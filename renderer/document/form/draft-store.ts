import { create } from 'zustand';
import type { SourceList } from '@shared/source-list.js';
import type { Draft } from '@shared/draft.js';
import { addressLines, filledAddresses } from '../batch/addresses.js';
import { draftDefaults } from './draft-defaults.js';
import type { FieldName } from './fields.js';

type RefusedFile = SourceList['refused'][number];

interface DraftState {
  readonly draft: Draft;
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
}

/** The contents of the form and which errors are shown. Changed only by the functions below. */
export const useDraft = create<DraftState>(() => ({
  draft: draftDefaults,
  loadedUrl: '',
  address: 0,
  refused: [],
  inspecting: false,
  found: 0,
  touched: new Set(),
}));

/** Changes fields of the draft. Preview and persisted copy follow. */
export function changeDraft(change: Partial<Draft>): void {
  useDraft.setState(({ draft }) => ({ draft: { ...draft, ...change } }));
}

/** Restores a persisted draft and loads its first URL. */
export function restoreDraft(draft: Draft): void {
  useDraft.setState({ draft, address: 0, loadedUrl: addressLines(draft.url)[0] ?? '' });
}

/** Loads the selected URL, or replaces all URLs. */
export function loadUrl(url?: string): void {
  const { draft, address, loadedUrl } = useDraft.getState();
  const all = url ?? draft.url;
  const place = url === undefined ? Math.min(address, addressLines(all).length - 1) : 0;
  const chosen = addressLines(all)[place] ?? '';
  if (draft.url === all && loadedUrl === chosen && address === place) return;
  useDraft.setState({
    ...(draft.url !== all && { draft: { ...draft, url: all } }),
    address: place,
    loadedUrl: chosen,
  });
}

/** Selects and loads one of several URLs. */
export function chooseAddress(address: number): void {
  useDraft.setState({ address });
  loadUrl();
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
export function addSources({ files, refused }: SourceList): void {
  useDraft.setState((state) => {
    const known = new Set(state.draft.files.map(({ path }) => path));
    const added = files.filter(({ path }) => !known.has(path));
    const found = new Map(files.map((file) => [file.path, file]));
    const shown = files[0]?.path ?? state.draft.selectedPath;
    return {
      draft: {
        ...state.draft,
        tab: 'files',
        files: [
          ...state.draft.files.map((file) => ({ ...file, ...found.get(file.path) })),
          ...added,
        ],
        selectedPath: shown,
      },
      refused: [...refused, ...state.refused.filter(({ path }) => !isIn(refused, path))],
    };
  });
}

/** Returns the number of documents in the open tab. */
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

/** Returns a file of the list as a source. */
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

/** Returns the folders that the user allowed the shown document to read besides its own. */
export function allowedFoldersOf({ tab, files, selectedPath, allowedFolders }: Draft) {
  if (tab === 'html') return allowedFolders;
  if (tab !== 'files') return noFolders;
  return files.find(({ path }) => path === selectedPath)?.allowedFolders ?? noFolders;
}

const noFolders: readonly string[] = [];

/** Lets the shown document read a folder besides its own. */
export function allowFolder(folder: string): void {
  setAllowedFolders((folders) => [...folders.filter((each) => each !== folder), folder]);
}

/** Undoes {@link allowFolder}. */
export function disallowFolder(folder: string): void {
  setAllowedFolders((folders) => folders.filter((each) => each !== folder));
}

function setAllowedFolders(change: (folders: readonly string[]) => string[]): void {
  const { draft } = useDraft.getState();
  const allowedFolders = change(allowedFoldersOf(draft));
  if (draft.tab === 'html') changeDraft({ allowedFolders });
  if (draft.tab !== 'files') return;
  const files = draft.files.map((file) =>
    file.path === draft.selectedPath ? { ...file, allowedFolders } : file,
  );
  changeDraft({ files });
}

/** Removes a file; if it was selected, the next or previous one is shown. */
export function removeFile(path: string): void {
  useDraft.setState(({ draft }) => {
    const index = draft.files.findIndex((file) => file.path === path);
    const files = draft.files.filter((file) => file.path !== path);
    const next = files[Math.min(index, files.length - 1)]?.path ?? null;
    const selectedPath = draft.selectedPath === path ? next : draft.selectedPath;
    return { draft: { ...draft, files, selectedPath } };
  });
}

/** Removes one rejected file from the list, or all. */
export function dismissRefused(path?: string): void {
  useDraft.setState(({ refused }) => ({
    refused: path === undefined ? [] : refused.filter((file) => file.path !== path),
  }));
}

function isIn(refused: readonly RefusedFile[], path: string): boolean {
  return refused.some((file) => file.path === path);
}
