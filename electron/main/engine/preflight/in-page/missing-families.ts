import type { MissingFamily } from './page-look.js';

/**
 * Finds the families that lists of fonts name first and that are not there. A family of this computer is there if a text set in it is as wide with
 * `monospace` behind it as with `serif`, or differs from both; one of the page's own is, unless it failed to load. Runs inside the page.
 * @param stacks values of `font-family`, as computed
 */
export function missingFamilies(stacks: ReadonlySet<string>, limit: number): MissingFamily[] {
  const kinds = new Set([
    ...['serif', 'sans-serif', 'monospace', 'cursive', 'fantasy', 'math', 'emoji', 'fangsong'],
    ...['system-ui', 'ui-serif', 'ui-sans-serif', 'ui-monospace', 'ui-rounded'],
    ...['-apple-system', 'blinkmacsystemfont', '-webkit-standard', '-webkit-body'],
  ]);
  const unquoted = (name: string) =>
    name
      .trim()
      .replace(/^(["'])(.*)\1$/s, '$2')
      .replace(/\\(.)/gs, '$1');

  const ofThePage = new Map<string, boolean>();
  // A page may name a form like any member of `document`, so the prototype is asked.
  const faces = Reflect.get(Document.prototype, 'fonts', document);
  faces.forEach(({ family, status }) => {
    const key = unquoted(family).toLowerCase();
    ofThePage.set(key, ofThePage.get(key) === true || status !== 'error');
  });

  const measures = () => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d');
    const widthIn = (fonts: string) => {
      if (pen === null) return 0;
      pen.font = `100px ${fonts}`;
      return pen.measureText('mmMWwiljI1 @#g').width;
    };
    return { widthIn, monospace: widthIn('monospace'), serif: widthIn('serif') };
  };
  // Most pages need none.
  let made: ReturnType<typeof measures> | undefined;
  const isInstalled = (family: string) => {
    made ??= measures();
    const { widthIn, monospace, serif } = made;
    const name = `"${family.replace(/["\\]/g, '\\$&')}"`;
    const isUntold = monospace === serif;
    return (
      isUntold || widthIn(`${name}, monospace`) !== monospace || widthIn(`${name}, serif`) !== serif
    );
  };

  const known = new Map<string, boolean>();
  const isHere = (family: string) => {
    const key = family.toLowerCase();
    const answer = known.get(key) ?? ofThePage.get(key) ?? isInstalled(family);
    known.set(key, answer);
    return answer;
  };
  const isKind = (family: string) => kinds.has(family.toLowerCase());

  const missing: MissingFamily[] = [];
  for (const stack of stacks) {
    if (missing.length === limit) break;
    const names = stack.match(/"(?:[^"\\]|\\.)*"|[^,\s][^,]*/g) ?? [];
    const [first, ...others] = names.map(unquoted);
    if (first === undefined || isKind(first) || isHere(first)) continue;
    const replacement = others.find((family) => isKind(family) || isHere(family)) ?? '';
    missing.push({
      family: first,
      replacement,
      isGeneric: isKind(replacement),
      hasAlternatives: others.some((family) => !isKind(family)),
    });
  }
  return missing;
}
