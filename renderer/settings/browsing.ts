import { create } from 'zustand';
import type { AppErrorData } from '@shared/errors.js';
import type { BucketFolder, BucketServer } from '@shared/targets.js';
import { call } from '../bridge.js';
import { typedSecret } from './secrets.js';

/** Whose buckets and folders are listed. */
export interface BrowsedServer {
  readonly server: BucketServer;
  /** Id of the field of a secret that may not be saved yet. */
  readonly secretField?: string | undefined;
}

/** Where the user is: in a folder, or for null in the list of buckets. */
export type BrowsedPlace = BucketFolder | null;

interface Names {
  readonly names: readonly string[];
  /** Continues the list; null at its end. */
  readonly next: string | null;
}

interface BrowsingState {
  /** Id of the field that the list belongs to; null if none is open. */
  readonly owner: string | null;
  readonly place: BrowsedPlace;
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
  place: null,
  listed: nothing,
  found: null,
  query: '',
  active: 0,
  isLoading: false,
  error: null,
};

/** The open list of buckets or folders. One at most is open. */
export const useBrowsing = create<BrowsingState>(() => closed);

let browsed: BrowsedServer | null = null;
/** Incremented to ignore what earlier requests return. */
let round = 0;

/** Opens the list of a field at a place. */
export function startBrowsing(owner: string, server: BrowsedServer, place: BrowsedPlace): void {
  browsed = server;
  useBrowsing.setState({ ...closed, owner });
  goTo(place);
}

/** Closes the list of a field; does nothing if another one is open. */
export function stopBrowsing(owner: string): void {
  if (useBrowsing.getState().owner !== owner) return;
  round += 1;
  browsed = null;
  useBrowsing.setState(closed);
}

/** Lists another place. */
export function goTo(place: BrowsedPlace): void {
  useBrowsing.setState(({ owner }) => ({ ...closed, owner, place }));
  void load('listed');
}

/** Opens a bucket or folder of the current place. */
export function enterFolder(name: string): void {
  const { place } = useBrowsing.getState();
  if (place === null) goTo({ bucket: name, prefix: '' });
  else goTo({ ...place, prefix: place.prefix === '' ? name : `${place.prefix}/${name}` });
}

/** Changes the filter. An incomplete list is searched by the server. */
export function filterFolders(query: string): void {
  useBrowsing.setState({ query, active: 0, found: null });
  const { listed, place } = useBrowsing.getState();
  if (place === null || listed.next === null) return;
  if (query !== '') {
    void load('found');
    return;
  }
  round += 1;
  useBrowsing.setState({ isLoading: false, error: null });
}

/** Loads more of what is shown. */
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
  if (browsed === null) return;
  round += 1;
  const own = round;
  const { place, query, [part]: before } = useBrowsing.getState();
  useBrowsing.setState({ isLoading: true, error: null });
  const startsWith = part === 'found' ? query : '';
  const result = await listNames(browsed, place, startsWith, before?.next ?? null);
  if (own !== round) return;
  if (!result.ok) {
    useBrowsing.setState({ isLoading: false, error: result.error });
    return;
  }
  const { names, next } = result.value;
  const all = { names: [...(before?.names ?? []), ...names], next };
  const change = part === 'found' ? { found: all } : { listed: all };
  useBrowsing.setState({ isLoading: false, ...change });
}

async function listNames(
  { server, secretField }: BrowsedServer,
  place: BrowsedPlace,
  startsWith: string,
  after: string | null,
) {
  const secret = secretField === undefined ? '' : typedSecret(secretField).trim();
  const access = { server, ...(secret !== '' && { secret }) };
  if (place === null) {
    const result = await call('targets:list-buckets', access);
    return result.ok
      ? ({ ok: true, value: { names: result.value.buckets, next: null } } as const)
      : result;
  }
  const result = await call('targets:list-folders', { ...access, ...place, startsWith, after });
  return result.ok
    ? ({ ok: true, value: { names: result.value.folders, next: result.value.next } } as const)
    : result;
}
