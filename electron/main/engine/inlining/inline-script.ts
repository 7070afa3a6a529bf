import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { essence, textDataAddress, textOf } from './data-address.js';
import { localReference } from './loaded-files.js';
import type { TextPlace } from './inline-style.js';
import type { Inlining } from './inlining.js';
import { relativeTo } from './page-names.js';
import { importedPaths } from './script-imports.js';

const importedByPath =
  "A script imports it by its path, which leads nowhere from a script that was put in; make one file of the page's modules, as bundlers do.";

/** A script as an address that holds it, in UTF-8; null if the page has not loaded it, or it stays. What it imports from files is noted as left. */
export async function scriptAddress(
  { attrs }: Tree.Element,
  address: string,
  { base, encoding, within }: TextPlace,
  packing: Inlining,
): Promise<string | null> {
  const found = packing.find(address, base);
  const file = found && (await packing.files.read(found.file));
  if (!file) return null;
  const text = textOf(file, null, encoding);
  const isModule = attrs.some(({ name, value }) => name === 'type' && /^module$/i.test(value));
  const { scriptsLeft } = packing;
  if (scriptsLeft !== null && within.length === 1 && mayLookBesideItself(text, isModule)) {
    scriptsLeft.set(found.file, (scriptsLeft.get(found.file) ?? 0) + 1);
    return null;
  }
  await leaveImports(text, found.file, within[0] ?? base, packing);
  const inside = textDataAddress(essence(file.type), text);
  packing.count(inside);
  return inside;
}

/** A script finds its own address in many ways, a module in one. A module that stays is asked for once, however many import it. */
function mayLookBesideItself(text: string, isModule: boolean): boolean {
  return !isModule || text.includes('import.meta');
}

/** Takes note of all that a script imports, and those that it imports. @param page its address, which names are relative to */
async function leaveImports(
  script: string,
  address: string,
  page: string,
  packing: Inlining,
): Promise<void> {
  const waiting = [{ script, address }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const path of importedPaths(next.script)) {
      const file = localReference(path, next.address)?.file;
      if (file === undefined || !packing.files.has(file) || packing.files.isSettled(file)) continue;
      packing.files.settle(file);
      packing.leave(relativeTo(page, file), importedByPath);
      const imported = await packing.files.read(file);
      if (imported) waiting.push({ script: textOf(imported, null, 'utf-8'), address: file });
    }
  }
}
