/** A font family that the page prefers and that is not available. */
export interface MissingFamily {
  readonly family: string;
  /** The next available family of the list, or a generic one such as `serif`; empty for none. */
  readonly replacement: string;
  /** Whether the replacement is a generic family. */
  readonly isGeneric: boolean;
  readonly hasAlternatives: boolean;
  /** The beginning of the first text in that family. */
  readonly text: string;
}

/**
 * Finds font families that are named first and not available. An installed family is available if
 * text in it is as wide with `monospace` as fallback as with `serif`, or differs from both; a web
 * font is available unless it failed to load. Runs inside the page.
 * @param stacks computed values of `font-family`, with the beginning of a text in each
 */
export function missingFamilies(
  stacks: ReadonlyMap<string, string>,
  limit: number,
): MissingFamily[] {
  const standard = new Set([
    ...['serif', 'sans-serif', 'monospace', 'cursive', 'fantasy', 'math', 'emoji', 'fangsong'],
    ...['system-ui', '-webkit-standard', '-webkit-body'],
  ]);
  const kinds = new Set([
    ...standard,
    // Only some systems have these.
    ...['ui-serif', 'ui-sans-serif', 'ui-monospace', 'ui-rounded'],
    ...['-apple-system', 'blinkmacsystemfont'],
  ]);
  const unquoted = (name: string) =>
    name
      .trim()
      .replace(/^(["'])(.*)\1$/s, '$2')
      .replace(/\\(.)/gs, '$1');

  const pageFonts = new Map<string, boolean>();
  // A page may give a form the name of any member of `document`, so the prototype is used.
  const faces = Reflect.get(Document.prototype, 'fonts', document);
  faces.forEach(({ family, status }) => {
    const key = unquoted(family).toLowerCase();
    pageFonts.set(key, pageFonts.get(key) === true || status !== 'error');
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
  // Most pages never need it.
  let cached: ReturnType<typeof measures> | undefined;
  const isInstalled = (family: string) => {
    cached ??= measures();
    const { widthIn, monospace, serif } = cached;
    const name = `"${family.replace(/["\\]/g, '\\$&')}"`;
    const isUnknown = monospace === serif;
    return (
      isUnknown ||
      widthIn(`${name}, monospace`) !== monospace ||
      widthIn(`${name}, serif`) !== serif
    );
  };

  const known = new Map<string, boolean>();
  const isHere = (family: string) => {
    const key = family.toLowerCase();
    const answer = known.get(key) ?? pageFonts.get(key) ?? isInstalled(family);
    known.set(key, answer);
    return answer;
  };
  const isKind = (family: string) => kinds.has(family.toLowerCase());

  const missing: MissingFamily[] = [];
  for (const [stack, text] of stacks) {
    if (missing.length === limit) break;
    const names = stack.match(/"(?:[^"\\]|\\.)*"|[^,\s][^,]*/g) ?? [];
    const [first, ...others] = names.map(unquoted);
    if (first === undefined || isKind(first) || isHere(first)) continue;
    const replacement =
      others.find((family) => standard.has(family.toLowerCase()) || isHere(family)) ?? '';
    missing.push({
      family: first,
      replacement,
      isGeneric: isKind(replacement),
      hasAlternatives: others.some((family) => !isKind(family)),
      text,
    });
  }
  return missing;
}

/** How far a page is searched for missing characters. */
export interface CharacterLimits {
  readonly nodes: number;
  readonly milliseconds: number;
  readonly characters: number;
}

/**
 * Finds characters that no font has: they look like a noncharacter drawn in the same font.
 * Generated content counts. Runs inside the page.
 */
export function missingCharacters(limits: CharacterLimits): string[] {
  const deadline = performance.now() + limits.milliseconds;
  const side = 48;
  const pen = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  if (pen === null) return [];
  const missing = new Set<string>();
  const seen = new Map<string, Set<string>>();
  const boxes = new Map<string, { readonly width: number; readonly picture: string }>();
  // Marks are drawn with the letter before; everything else is never drawn.
  const drawn = /[^\p{M}\p{Z}\p{C}]|\p{Co}|\p{Cn}/u;
  // Every Latin font has them.
  const lastOfLatin = 0x17f;

  const pictureOf = (character: string) => {
    pen.clearRect(0, 0, side, side);
    pen.fillText(character, 8, 36);
    return pen.getImageData(0, 0, side, side).data.join();
  };
  const boxOf = (font: string) => {
    // A code point that is never assigned (The Unicode Standard, 23.7).
    const noCharacter = '\u{FFFFE}';
    const box = boxes.get(font) ?? {
      width: pen.measureText(noCharacter).width,
      picture: pictureOf(noCharacter),
    };
    boxes.set(font, box);
    return box;
  };
  const inspectText = (
    text: string,
    { fontStyle, fontWeight, fontFamily }: CSSStyleDeclaration,
  ) => {
    const font = `${fontStyle} ${fontWeight} 24px ${fontFamily}`;
    const known = seen.get(font) ?? new Set();
    seen.set(font, known);
    for (const character of text) {
      if ((character.codePointAt(0) ?? 0) <= lastOfLatin || known.has(character)) continue;
      known.add(character);
      if (!drawn.test(character)) continue;
      if (missing.size === limits.characters || performance.now() > deadline) return;
      pen.font = font;
      const { width, picture } = boxOf(font);
      if (pen.measureText(character).width === width && pictureOf(character) === picture)
        missing.add(character);
    }
  };

  const isShown = (element: Element) =>
    Element.prototype.checkVisibility.call(element, {
      visibilityProperty: true,
      opacityProperty: true,
    });
  const roots: Node[] = [document];
  let nodes = 0;
  const walk = (root: Node) => {
    const nodeTypes = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
    const walker = Document.prototype.createTreeWalker.call(document, root, nodeTypes);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      nodes += 1;
      if (nodes > limits.nodes || performance.now() > deadline) return;
      if (node instanceof Text) {
        const parent = node.parentElement;
        if (parent === null || !/[^\0-\u017f]/.test(node.data) || !isShown(parent)) continue;
        inspectText(node.data, getComputedStyle(parent));
      } else if (node instanceof Element) {
        const shadow = Reflect.get(Element.prototype, 'shadowRoot', node);
        if (shadow !== null) roots.push(shadow);
        for (const pseudo of ['::before', '::after', '::marker']) {
          const style = getComputedStyle(node, pseudo);
          const text = style.content;
          if (/[^\0-\u017f]/.test(text) && isShown(node)) inspectText(text, style);
        }
      }
    }
  };
  for (let root = roots.pop(); root !== undefined; root = roots.pop()) walk(root);
  return [...missing];
}
