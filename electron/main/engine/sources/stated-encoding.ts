import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';
import { statedEncoding } from '../page/inert-elements.js';

/** How far browsers look for what a document says of its encoding, in bytes (HTML Standard, 13.2.3.2). */
const lookedThrough = 1024;

/** What a document says about its own encoding where browsers look for it; null if it says nothing. */
export function documentEncoding(bytes: Buffer): string | null {
  const stated = firstStated(parse(bytes.toString('latin1', 0, lookedThrough)));
  // What could be read so far is no UTF-16 (HTML Standard, 13.2.3.2).
  return stated?.startsWith('utf-16') ? 'utf-8' : stated;
}

function firstStated(node: Tree.ParentNode): string | null {
  for (const child of node.childNodes) {
    if (!('tagName' in child)) continue;
    const stated = statedEncoding(child) ?? '';
    const found = stated === '' ? firstStated(child) : stated;
    if (found !== null) return found;
  }
  return null;
}
