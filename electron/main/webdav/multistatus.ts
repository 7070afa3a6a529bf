import { type DefaultTreeAdapterTypes as Tree, parseFragment } from 'parse5';

/**
 * The names of the folders that a response to PROPFIND lists (RFC 4918, section 14.16). Entries on
 * other hosts, or not directly in the folder, are ignored.
 * @param url of the folder, with a slash at its end
 */
export function foldersIn(xml: string, url: string): readonly string[] {
  // As a part of SVG, XML keeps its CDATA and tags that close themselves. No entity is fetched.
  const root = parseFragment(`<svg>${xml}`);
  const collections = elementsIn(root, 'response').filter(isCollection);
  const names = collections.flatMap((response) => {
    const [address] = elementsIn(response, 'href').map(textOf);
    return address === undefined ? [] : (nameIn(address.trim(), url) ?? []);
  });
  return [...new Set(names)];
}

function isCollection(response: Tree.Element): boolean {
  return elementsIn(response, 'resourcetype').some(
    (type) => elementsIn(type, 'collection').length > 0,
  );
}

/** Null if the entry's URL is not directly below that of the folder. */
function nameIn(address: string, folder: string): string | null {
  if (!URL.canParse(address, folder)) return null;
  const [entry, parent] = [new URL(address, folder), new URL(folder)];
  if (entry.host !== parent.host) return null;
  const [path, above] = [segmentsOf(entry), segmentsOf(parent)];
  const name = path.at(above.length);
  const isDirectlyBelow =
    path.length === above.length + 1 && above.every((each, index) => each === path[index]);
  return isDirectlyBelow ? (name ?? null) : null;
}

/** Servers encode differently, so decoded parts are compared. */
function segmentsOf({ pathname }: URL): readonly (string | null)[] {
  return pathname
    .split('/')
    .filter((part) => part !== '')
    .map((part) => {
      try {
        return decodeURIComponent(part);
      } catch {
        // Not UTF-8, so that no URL of ours can name it.
        return null;
      }
    });
}

/** Those with the name, whatever its prefix, in their order. */
function elementsIn(root: Tree.ParentNode, name: string): readonly Tree.Element[] {
  const found: Tree.Element[] = [];
  const waiting = root.childNodes.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!('tagName' in node)) continue;
    if (node.tagName.replace(/^.*:/, '').toLowerCase() === name) found.push(node);
    for (const child of node.childNodes.toReversed()) waiting.push(child);
  }
  return found;
}

function textOf({ childNodes }: Tree.Element): string {
  return childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}
