import { isAbsolutePath } from '@shared/request/source.js';

/** How a source is shown in a list, where it differs from the others. */
export interface SourceLabel {
  /** The folders that distinguish a file from others of its name: `v1/`; mostly empty. */
  readonly place: string;
  /** The beginning of the name, which is cut first; may be empty. */
  readonly head: string;
  /** The rest of the name, which no other source ends with. */
  readonly tail: string;
}

/** Where a name begins in a location; the last 16 characters of a long one count as a name. */
const pathNames = /(?=[/\\][^/\\])|(?<=[^/\\]{8})(?=[ -.0-[\]-~]{16}$)/;
const urlNames = /(?=[/?&#][^/?&#])|(?<=[^/?&#]{8})(?=[!"$%'-.0->@-~]{16}$)/;

/**
 * @param location its full path or URL
 * @param name the end of its location, without its folders
 */
export type LabelOf = (location: string, name: string) => SourceLabel;

/** @param locations full paths and URLs */
export function labelSources(locations: readonly string[]): LabelOf {
  const tails = distinctTails(locations);
  return (location, name) => {
    const tail = tails.get(location) ?? location;
    if (tail.length < name.length) return { place: '', head: name.slice(0, -tail.length), tail };
    const place = tail.slice(0, tail.length - name.length).replaceAll('\\', '/');
    return { place: place.replace(/^\//, ''), head: '', tail: name };
  };
}

/**
 * The shortest end of each location that begins with a name and that no other location has; all of
 * a location that is the end of another.
 */
function distinctTails(locations: readonly string[]): ReadonlyMap<string, string> {
  const tails = new Map<string, string>();
  let open = Array.from(new Set(locations), (location) => ({
    location,
    names: location.split(isAbsolutePath(location) ? pathNames : urlNames),
  }));
  for (let count = 1; open.length > 0; count += 1) {
    const found = open.map((each) => ({ ...each, tail: each.names.slice(-count).join('') }));
    const uses = new Map<string, number>();
    for (const { location, tail } of found) {
      tails.set(location, tail);
      uses.set(tail, (uses.get(tail) ?? 0) + 1);
    }
    open = found.filter(({ tail, names }) => count < names.length && uses.get(tail) !== 1);
  }
  return tails;
}
