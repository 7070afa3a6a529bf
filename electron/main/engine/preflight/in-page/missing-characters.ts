/** How far a page is searched for the characters that are known to be missing somewhere in it. */
export interface CharacterLimits {
  readonly nodes: number;
  readonly milliseconds: number;
  readonly characters: number;
}

/**
 * Finds the characters of a page that no font has: they look like one that cannot be in any, drawn in the same font. What style sheets put
 * before and after elements counts. Runs inside the page.
 */
export function missingCharacters(limits: CharacterLimits): string[] {
  const deadline = performance.now() + limits.milliseconds;
  const side = 48;
  const pen = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  if (pen === null) return [];
  const missing = new Set<string>();
  const seen = new Map<string, Set<string>>();
  const boxes = new Map<string, { readonly width: number; readonly picture: string }>();
  // Marks belong to the letter before them; the rest is never drawn.
  const drawn = /[^\p{M}\p{Z}\p{C}]|\p{Co}|\p{Cn}/u;
  // Every Latin font has them.
  const lastOfLatin = 0x17f;

  const pictureOf = (character: string) => {
    pen.clearRect(0, 0, side, side);
    pen.fillText(character, 8, 36);
    return pen.getImageData(0, 0, side, side).data.join();
  };
  const boxOf = (font: string) => {
    // A code point that is never given to a character (The Unicode Standard, 23.7).
    const noCharacter = '\u{FFFFE}';
    const box = boxes.get(font) ?? {
      width: pen.measureText(noCharacter).width,
      picture: pictureOf(noCharacter),
    };
    boxes.set(font, box);
    return box;
  };
  const lookAt = (text: string, { fontStyle, fontWeight, fontFamily }: CSSStyleDeclaration) => {
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
    const what = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT;
    const walker = Document.prototype.createTreeWalker.call(document, root, what);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      nodes += 1;
      if (nodes > limits.nodes || performance.now() > deadline) return;
      if (node instanceof Text) {
        const parent = node.parentElement;
        if (parent === null || !/[^\0-\u017f]/.test(node.data) || !isShown(parent)) continue;
        lookAt(node.data, getComputedStyle(parent));
      } else if (node instanceof Element) {
        const shadow = Reflect.get(Element.prototype, 'shadowRoot', node);
        if (shadow !== null) roots.push(shadow);
        for (const pseudo of ['::before', '::after', '::marker']) {
          const style = getComputedStyle(node, pseudo);
          const text = style.content;
          if (/[^\0-\u017f]/.test(text) && isShown(node)) lookAt(text, style);
        }
      }
    }
  };
  for (let root = roots.pop(); root !== undefined; root = roots.pop()) walk(root);
  return [...missing];
}
