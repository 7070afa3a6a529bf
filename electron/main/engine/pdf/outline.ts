import { textString } from './pdf-file.js';
import type { PdfUpdate } from './pdf-update.js';

export interface OutlineEntry {
  readonly title: string;
  /** From 1; levels may be left out. */
  readonly level: number;
  /** The destination as an array. */
  readonly destination: string;
}

interface OutlineItem extends OutlineEntry {
  readonly number: number;
  readonly depth: number;
  readonly children: OutlineItem[];
}

/** How many entries are visible before the user opens more. */
const maxVisible = 50;

/**
 * Writes the outline of a document (ISO 32000-1, 12.3.3), which readers show at once. An entry is
 * nested in the one before it that has a lower level.
 */
export function writeOutline(update: PdfUpdate, entries: readonly OutlineEntry[]): void {
  const root = update.reserve(entries.length + 1);
  const top: OutlineItem[] = [];
  const all: OutlineItem[] = [];
  const open: OutlineItem[] = [];
  for (const [index, entry] of entries.entries()) {
    while ((open.at(-1)?.level ?? 0) >= entry.level) open.pop();
    const item = { ...entry, number: root + 1 + index, depth: open.length, children: [] };
    (open.at(-1)?.children ?? top).push(item);
    open.push(item);
    all.push(item);
  }
  const openDepth = openDepthOf(all);
  const visible = all.filter(({ depth }) => depth <= openDepth).length;
  update.set(root, `<</Type /Outlines${childEntries(top)}\n/Count ${visible}>>`);
  writeItems(update, root, top, openDepth);
  update.setCatalogEntries({ Outlines: `${root} 0 R`, PageMode: '/UseOutlines' });
}

/** From 0: a depth that fits a window, but never a single entry. */
function openDepthOf(items: readonly OutlineItem[]): number {
  const deepest = items.reduce((max, { depth }) => Math.max(max, depth), 0);
  const visibleTo = (depth: number) => items.filter((item) => item.depth <= depth).length;
  let depth = 0;
  while (depth < deepest && (visibleTo(depth) === 1 || visibleTo(depth + 1) <= maxVisible)) {
    depth += 1;
  }
  return depth;
}

function writeItems(
  update: PdfUpdate,
  parent: number,
  items: readonly OutlineItem[],
  openDepth: number,
): void {
  for (const [index, { number, title, destination, depth, children }] of items.entries()) {
    const [previous, next] = [items[index - 1], items[index + 1]];
    const isOpen = depth < openDepth;
    const count = isOpen ? visibleBelow(children, openDepth) : -visibleBelow(children, depth + 1);
    update.set(
      number,
      [
        `<</Title ${textString(title)}`,
        `/Parent ${parent} 0 R`,
        ...(previous ? [`/Prev ${previous.number} 0 R`] : []),
        ...(next ? [`/Next ${next.number} 0 R`] : []),
        `/Dest ${destination}${childEntries(children)}`,
        ...(children.length > 0 ? [`/Count ${count}`] : []),
      ].join('\n') + '>>',
    );
    writeItems(update, number, children, openDepth);
  }
}

function childEntries(children: readonly OutlineItem[]): string {
  const [first, last] = [children[0], children.at(-1)];
  return first && last ? `\n/First ${first.number} 0 R\n/Last ${last.number} 0 R` : '';
}

/** Returns how many of the items and of those in them are visible. */
function visibleBelow(items: readonly OutlineItem[], openDepth: number): number {
  return items.reduce(
    (sum, { depth, children }) =>
      sum + 1 + (depth < openDepth ? visibleBelow(children, openDepth) : 0),
    0,
  );
}

/** Returns a fragment of a URL as it reads, in the bytes that names have in a PDF by Chromium. */
export function decodedFragment(fragment: string): string {
  try {
    return Buffer.from(decodeURIComponent(fragment)).toString('latin1');
  } catch {
    // Not every fragment is valid percent-encoding.
    return fragment;
  }
}
