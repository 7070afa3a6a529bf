/**
 * A path in quotes after `import`, `import(` or `from`, where a comment may stand between. A text inside of a script that looks like one is taken for one
 * too, which is why only paths count of which the page has loaded the files.
 */
const importedPath =
  /\b(?:import|from)\s{0,100}\(?\s{0,100}(?:\/\*[^*]{0,500}\*\/\s{0,100})?(?:"(\.{0,2}\/[^"\n]+)"|'(\.{0,2}\/[^'\n]+)'|`(\.{0,2}\/[^`$\n]+)`)/g;

/** The paths by which a script imports others (ECMAScript, 16.2); names that an import map explains are not among them. */
export function importedPaths(script: string): readonly string[] {
  return [...script.matchAll(importedPath)].map(
    ([, double, single, back]) => double ?? single ?? back ?? '',
  );
}
