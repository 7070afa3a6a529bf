import { create } from 'zustand';
import type { SourceList } from '@shared/source-list.js';
import type { Draft } from '@shared/draft.js';
import { addressLines } from './batch/addresses.js';
import { draftDefaults } from './draft-defaults.js';
import type { FieldName } from './fields.js';

type RefusedFile = SourceList['refused'][number];

interface DraftState {
  readonly draft: Draft;
  /** The address that the preview loads: set when the field is left or Enter is pressed, not with each key. */
  readonly loadedUrl: string;
  /** Which line of the addresses is in the field and in the preview, from 0. */
  readonly address: number;
  readonly refused: readonly RefusedFile[];
  /** Dropped files and folders are being looked at. */
  readonly inspecting: boolean;
  /** How many documents have been found in them so far. */
  readonly found: number;
  /** Fields whose mistake is shown: they were left, or an action was tried. */
  readonly revealed: ReadonlySet<FieldName>;
}

/** The form's contents, and what of it is shown as wrong. Change it through the functions below. */
export const useDraft = create<DraftState>(() => ({
  draft: draftDefaults,
  loadedUrl: '',
  address: 0,
  refused: [],
  inspecting: false,
  found: 0,
  revealed: new Set(),
}));

/** Changes fields of the draft; the preview and the kept copy follow by themselves. */
export function changeDraft(change: Partial<Draft>): void {
  useDraft.setState(({ draft }) => ({ draft: { ...draft, ...change } }));
}

/** Puts a kept draft back, with its first address loaded. */
export function restoreDraft(draft: Draft): void {
  useDraft.setState({ draft, address: 0, loadedUrl: addressLines(draft.url)[0] ?? '' });
}

/** Loads the address in the field, or other ones in the place of all. */
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

/** Puts one of several addresses into the field and loads it. */
export function chooseAddress(address: number): void {
  useDraft.setState({ address });
  loadUrl();
}

/** Shows the mistake of fields, now and for as long as they have one. */
export function revealFields(fields: Iterable<FieldName>): void {
  useDraft.setState(({ revealed }) => ({ revealed: new Set([...revealed, ...fields]) }));
}

/** Stops showing fields as wrong; the next mistake in them is again told only when they are left. */
export function concealFields(fields: ReadonlySet<FieldName>): void {
  useDraft.setState(({ revealed }) => ({
    revealed: new Set([...revealed].filter((field) => !fields.has(field))),
  }));
}

/**
 * Adds files to the list and shows the first of them. Files that are in the list already are not added twice; one that is
 * found in a folder now may read that folder from now on.
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

/** Takes a file off the list; the one after it is shown, or the one before it. */
export function removeFile(path: string): void {
  useDraft.setState(({ draft }) => {
    const index = draft.files.findIndex((file) => file.path === path);
    const files = draft.files.filter((file) => file.path !== path);
    const next = files[Math.min(index, files.length - 1)]?.path ?? null;
    const selectedPath = draft.selectedPath === path ? next : draft.selectedPath;
    return { draft: { ...draft, files, selectedPath } };
  });
}

/** Takes refused files off the list: one, or all of them. */
export function dismissRefused(path?: string): void {
  useDraft.setState(({ refused }) => ({
    refused: path === undefined ? [] : refused.filter((file) => file.path !== path),
  }));
}

function isIn(refused: readonly RefusedFile[], path: string): boolean {
  return refused.some((file) => file.path === path);
}
