/**
 * Whether a page may show characters beyond Latin, which every font has (up to U+017F): in its text, or in what style sheets put before
 * and after elements, where they can be written in plain letters or stand in another file. Runs inside the page.
 */
export function mayShowRareText(): boolean {
  const textOf = (node: Node | null): string =>
    node === null ? '' : (Reflect.get(Node.prototype, 'textContent', node) ?? '');
  const own = <K extends keyof Document>(name: K) =>
    Reflect.get(Document.prototype, name, document) as Document[K];
  if (/[^\0-\u017f]/.test(textOf(own('documentElement')))) return true;
  return Array.from(own('styleSheets')).some(
    ({ ownerNode }) =>
      !(ownerNode instanceof HTMLStyleElement) || /\\|attr\(|@import/i.test(textOf(ownerNode)),
  );
}
