import { create } from 'zustand';
import type { AppErrorData } from '@shared/messages/errors.js';
import { type TargetServer, isBucket } from '@shared/targets.js';
import { call } from '../bridge/bridge.js';
import { typedSecret } from './secrets.js';

/** Whose folders are listed. */
export interface BrowsedServer {
  readonly server: TargetServer;
  /** Id of the field of a secret that may not be saved yet. */
  readonly secretField?: string | undefined;
  /**
   * Shows an error that concerns the server or the sign-in rather than a folder, instead of the
   * list, which is closed. Absent once a folder was listed: the list shows all errors.
   */
  readonly onRefused?: ((error: AppErrorData) => void) | undefined;
}

interface Names {
  readonly names: readonly string[];
  /** Continues the list; null at its end. */
  readonly next: string | null;
}

interface BrowsingState {
  /** Id of the field that the list belongs to; null if none is open. */
  readonly owner: string | null;
  /** Id of the field whose list was closed by {@link BrowsedServer.onRefused}. */
  readonly refused: string | null;
  readonly browsed: BrowsedServer | null;
  /**
   * Path of the listed folder: its bucket and the folders in that, such as `papers/reports`, or the
   * folder of a server. Empty for the buckets, and the top level of a server.
   */
  readonly place: string;
  /** What is in the place. */
  readonly listed: Names;
  /** What begins with the query, if `listed` is incomplete; null: not asked for. */
  readonly found: Names | null;
  readonly query: string;
  /** Index of the active name among the shown ones. */
  readonly active: number;
  readonly isLoading: boolean;
  readonly error: AppErrorData | null;
}

const nothing: Names = { names: [], next: null };
const closed: BrowsingState = {
  owner: null,
  refused: null,
  browsed: null,
  place: '',
  listed: nothing,
  found: null,
  query: '',
  active: 0,
  isLoading: false,
  error: null,
};

/** The open list of buckets or folders. One at most is open. */
export const useBrowsing = create<BrowsingState>(() => closed);

/** Incremented to ignore what earlier requests return. */
let round = 0;

/** Opens the list of a field at a place. */
export function startBrowsing(owner: string, browsed: BrowsedServer, place: string): void {
  useBrowsing.setState({ ...closed, owner, browsed });
  goTo(place);
}

/** Does nothing if the list of another field is open. */
export function stopBrowsing(owner: string): void {
  const state = useBrowsing.getState();
  if (state.owner !== owner && state.refused !== owner) return;
  round += 1;
  useBrowsing.setState(closed);
}

export function goTo(place: string): void {
  useBrowsing.setState(({ owner, browsed }) => ({ ...closed, owner, browsed, place }));
  void load('listed');
}

/** Opens a bucket or folder of the current place. */
export function enterFolder(name: string): void {
  const { place } = useBrowsing.getState();
  goTo(place === '' ? name : `${place}/${name}`);
}

export function listsBuckets({ browsed, place }: BrowsingState): boolean {
  return place === '' && browsed !== null && isBucket(browsed.server);
}

/** An incomplete list is searched by the server. */
export function filterFolders(query: string): void {
  useBrowsing.setState({ query, active: 0, found: null });
  if (useBrowsing.getState().listed.next === null) return;
  if (query !== '') {
    void load('found');
    return;
  }
  round += 1;
  useBrowsing.setState({ isLoading: false, error: null });
}

export function loadMore(): void {
  const { found } = useBrowsing.getState();
  void load(found === null ? 'listed' : 'found');
}

export function setActive(active: number): void {
  useBrowsing.setState({ active });
}

/** Returns the names that match the filter, and whether there may be more. */
export function shownNames({ listed, found, query }: BrowsingState): {
  readonly names: readonly string[];
  readonly isIncomplete: boolean;
} {
  if (found !== null) return { names: found.names, isIncomplete: found.next !== null };
  const wanted = query.toLowerCase();
  const names = listed.names.filter((name) => name.toLowerCase().includes(wanted));
  return { names, isIncomplete: listed.next !== null };
}

async function load(part: 'listed' | 'found'): Promise<void> {
  const { owner, browsed, place, query, [part]: before } = useBrowsing.getState();
  if (browsed === null) return;
  round += 1;
  const own = round;
  useBrowsing.setState({ isLoading: true, error: null });
  const { server, secretField, onRefused } = browsed;
  const secret = secretField === undefined ? '' : typedSecret(secretField).trim();
  const result = await call('targets:list-folders', {
    server,
    ...(secret !== '' && { secret }),
    folder: place,
    startsWith: part === 'found' ? query : '',
    after: before?.next ?? null,
  });
  if (own !== round) return;
  if (result.ok) {
    const { folders, next } = result.value;
    const all = { names: [...(before?.names ?? []), ...folders], next };
    const change = part === 'found' ? { found: all } : { listed: all };
    const accepted = { ...browsed, onRefused: undefined };
    useBrowsing.setState({ isLoading: false, browsed: accepted, ...change });
  } else if (onRefused && !isAboutFolder(result.error)) {
    useBrowsing.setState({ ...closed, refused: owner });
    onRefused(result.error);
  } else {
    useBrowsing.setState({ isLoading: false, error: result.error });
  }
}

const folderFields = ['bucket', 'prefix', 'folder'];

/** Returns false for an error that another field of the destination has to be corrected for. */
function isAboutFolder({ fields = [] }: AppErrorData): boolean {
  return fields.every(({ field }) => folderFields.includes(field));
}
