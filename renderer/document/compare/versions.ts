import { create } from 'zustand';
import { hasComplianceFlag } from '@shared/request/fields.js';
import { call } from '../../bridge/bridge.js';
import { formatDay, formatTimeOfDay, lastPart } from '../../i18n/format.js';
import { t } from '../../i18n/t.js';
import { reportResult } from '../../ui/notices.js';
import { useUi } from '../../ui/ui-store.js';
import { currentSourceKey } from '../draft/reading.js';
import { type ShownPdf, usePreview } from '../draft/preview-store.js';

/** A PDF that the preview can be compared with. */
export interface Version {
  /** Names it among the versions of a document. */
  readonly key: string;
  readonly kind: 'saved' | 'uploaded' | 'previous' | 'file';
  /** The name of its file; for messages. */
  readonly name: string;
  /** URL of the bytes on the application's protocol, relative to the window's page. */
  readonly address: string;
  /** When it was saved, in milliseconds since the epoch; 0 if it was not. */
  readonly at: number;
}

/** A version that was saved or uploaded in this window, or earlier. */
interface SavedVersion extends Version {
  /** See `sourceKey`. */
  readonly source: string;
  /** Its file; null if it was uploaded. */
  readonly path: string | null;
}

export type CompareMode = 'side-by-side' | 'difference';

interface CompareState {
  /** The source that is being compared; null for none. */
  readonly comparing: string | null;
  readonly mode: CompareMode;
  readonly isListOpen: boolean;
  /** The key of the chosen version; without one, or if it is gone, the newest is taken. */
  readonly choice: string | null;
  /** Saved in this window; the newest is the first. */
  readonly saved: readonly SavedVersion[];
  /** The last one that the history knows for the source on screen. */
  readonly stored: SavedVersion | null;
  /** The preview before the one on screen. */
  readonly previous: (Version & { readonly source: string }) | null;
  /** The file that the user chose. */
  readonly file: Version | null;
  /** True once after a comparison was left, so that its button takes the focus. */
  readonly returnsFocus: boolean;
}

/** What can be compared, and how; remembered while the window is open. */
export const useCompare = create<CompareState>(() => ({
  comparing: null,
  mode: 'side-by-side',
  isListOpen: true,
  choice: null,
  saved: [],
  stored: null,
  previous: null,
  file: null,
  returnsFocus: false,
}));

/** As many as the main process keeps; see `ArtifactStore.keepSaved`. */
const maxSaved = 12;

/**
 * The time within which an entry of the history is that of a file saved in this window, in
 * milliseconds.
 */
const sameSaveMs = 5000;

/** Follows the preview, whose last PDF becomes an earlier version with each new one. */
export function startVersions(): void {
  usePreview.subscribe(({ shown }, { shown: before }) => {
    if (shown === null || shown === before) return;
    if (before?.source === shown.source && before.artifact.id !== shown.artifact.id) {
      const { id, address, suggestedName: name } = before.artifact;
      const previous = { key: `previous:${id}`, kind: 'previous', name, address, at: 0 } as const;
      useCompare.setState({ previous: { ...previous, source: shown.source } });
    }
    void findStored(shown);
  });
}

/** Remembers a version that was saved to a file or uploaded. */
export function recordVersion(
  { source, artifact: { id, address, suggestedName } }: ShownPdf,
  path: string | null,
): void {
  const version: SavedVersion = {
    key: id,
    kind: path === null ? 'uploaded' : 'saved',
    name: path === null ? suggestedName : lastPart(path),
    address,
    at: Date.now(),
    source,
    path,
  };
  useCompare.setState(({ saved }) => ({
    saved: [version, ...saved.filter(({ key }) => key !== id)].slice(0, maxSaved),
  }));
}

/** Forgets the versions of a source whose content is a different one now. */
export function forgetVersions(source: string): void {
  useCompare.setState(({ saved, previous }) => ({
    saved: saved.filter((version) => version.source !== source),
    previous: previous?.source === source ? null : previous,
  }));
}

/** The newest saved one is the first. */
export function versionsOf(
  { saved, stored, previous, file }: CompareState,
  shown: ShownPdf,
): readonly Version[] {
  const files: readonly Version[] = file ? [file] : [];
  if (isPrivate(shown)) return files;
  const { source, artifact } = shown;
  const own = saved.filter((version) => version.source === source);
  const older =
    stored?.source === source && !own.some((each) => isSave(each, stored)) ? [stored] : [];
  const earlier = [...own.filter(({ key }) => key !== artifact.id), ...older].sort(
    (a, b) => b.at - a.at,
  );
  const isListed = earlier.some(({ address }) => address === previous?.address);
  const last = previous?.source === source && !isListed ? [previous] : [];
  return [...earlier, ...last, ...files];
}

/** Null if there is none. */
export function chosenVersion(state: CompareState, shown: ShownPdf): Version | null {
  const versions = versionsOf(state, shown);
  const { choice } = state;
  return versions.find((version) => isChoice(version, choice)) ?? versions[0] ?? null;
}

/** Returns true if an entry of the history is that of a saved version, or was replaced by it. */
function isSave({ path, at }: SavedVersion, stored: SavedVersion): boolean {
  return path === stored.path && at > stored.at - sameSaveMs;
}

/** The previous preview is another one each time, and stays the choice. */
function isChoice({ key, kind }: Version, choice: string | null): boolean {
  return kind === choice || key === choice;
}

/** Selects the version, also after the next preview. */
export function choiceOf({ key, kind }: Version): string {
  return kind === 'previous' || kind === 'file' ? kind : key;
}

/** No version of a document with a compliance flag may be kept. */
export function isPrivate({ request: { compliance } }: ShownPdf): boolean {
  return compliance !== undefined && hasComplianceFlag(compliance);
}

/** `Saved 2:32 PM`, or the name of a file. */
export function versionLabel({ kind, name, at }: Version): string {
  if (kind === 'file') return name;
  if (kind === 'previous') return t('compare.previous');
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const time = isToday ? formatTimeOfDay(at) : `${formatDay(at)}, ${formatTimeOfDay(at)}`;
  return kind === 'saved' ? t('compare.saved', { time }) : t('compare.uploaded', { time });
}

/** The PDF of the form; null if it is not on screen. */
function comparable(): ShownPdf | null {
  const { shown } = usePreview.getState();
  return useUi.getState().view === 'document' && shown?.source === currentSourceKey()
    ? shown
    : null;
}

export function isComparing(): boolean {
  const shown = comparable();
  return shown !== null && useCompare.getState().comparing === shown.source;
}

/** True also if there is a comparison to leave. */
export function canCompare(): boolean {
  const shown = comparable();
  return shown !== null && (isComparing() || chosenVersion(useCompare.getState(), shown) !== null);
}

export function canCompareFile(): boolean {
  return comparable() !== null;
}

/** Starts or ends the comparison of the preview. */
export function toggleComparing(): void {
  if (isComparing()) stopComparing();
  else if (canCompare()) useCompare.setState({ comparing: comparable()?.source ?? null });
}

export function stopComparing(): void {
  useCompare.setState({ comparing: null, returnsFocus: true });
}

/** Asks for a PDF and compares the preview with it. */
export async function compareWithFile(): Promise<void> {
  const result = await call('pdf:choose', undefined);
  if (!reportResult(t('compare.chooseFailed'), result) || !result.value) return;
  const { address, name } = result.value;
  const shown = comparable();
  useCompare.setState({
    file: { key: `file:${address}`, kind: 'file', name, address, at: 0 },
    choice: 'file',
    ...(shown && { comparing: shown.source }),
  });
}

async function findStored(shown: ShownPdf): Promise<void> {
  if (isPrivate(shown)) return;
  const { source, artifact } = shown;
  const result = await call('pdf:saved-version', { artifactId: artifact.id });
  if (usePreview.getState().shown !== shown) return;
  // Without it, the versions of this window remain.
  const found = result.ok ? result.value : null;
  useCompare.setState({
    stored: found && {
      ...found,
      key: `stored:${found.path}:${found.at}`,
      kind: 'saved',
      name: lastPart(found.path),
      source,
    },
  });
}
