/**
 * Whether a page may show characters beyond Latin, which every font has (up to U+017F): in its text, or in what style sheets put before
 * and after elements, where they can be written in plain letters or stand in another file. Runs inside the page.
 */
export function mayShowRareText(): boolean {
  const root = Reflect.get(Document.prototype, 'documentElement', document);
  if (root === null) return false;
  const text = (node: Node) => Reflect.get(Node.prototype, 'textContent', node) as string;
  if (/[^\0-\u017f]/.test(text(root))) return true;
  const sheets: readonly Element[] = Array.from(
    Document.prototype.querySelectorAll.call(document, 'link[rel~="stylesheet" i], style'),
  );
  return sheets.some(
    (sheet) => !(sheet instanceof HTMLStyleElement) || /\\|attr\(|@import/i.test(text(sheet)),
  );
}
