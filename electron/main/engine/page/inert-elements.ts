import { type DefaultTreeAdapterTypes as Tree, html as names } from 'parse5';

const htmlElements: ReadonlySet<string> = new Set(
  `html head title meta style body a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col
  colgroup data dd del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark
  menu nav nobr ol p pre q rp rt ruby s samp section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul
  var wbr`.split(/\s+/),
);

const htmlAttributes: ReadonlySet<string> = new Set(
  `abbr align alt bgcolor border cellpadding cellspacing class color cols colspan datetime dir face frame headers height hidden
  href hreflang id lang name nowrap rel reversed role rows rowspan rules scope size span start style summary tabindex target title
  translate type valign value width`.split(/\s+/),
);

const svgElements: ReadonlySet<string> = new Set(
  `svg g path rect circle ellipse line polyline polygon text tspan defs lineargradient radialgradient stop clippath marker symbol
  title desc`.split(/\s+/),
);

/** What a page says about itself in its head, without an effect on how it looks or on where it leads. */
const metaNames: ReadonlySet<string> = new Set(
  'author copyright date description generator keywords robots viewport'.split(' '),
);

/** Styles that fetch something, or that depend on scripts; a backslash can spell any of them. */
const reachingStyle = /url\(\s*["']?[^#"'\s]|@import|image-set|image\(|src\(|scripting|\\/i;

/**
 * Whether an element neither runs, fetches nor leaves anything, whatever its window is: only what is known to be so, by the names that
 * Chromium sees, which are those of the HTML standard's parser.
 */
export function isInertElement(element: Tree.Element): boolean {
  if (element.namespaceURI === names.NS.SVG) return isInertDrawing(element);
  if (element.namespaceURI !== names.NS.HTML || !htmlElements.has(element.tagName)) return false;
  const { attrs } = element;
  if (!attrs.every((attribute) => isInertAttribute(element, attribute))) return false;
  if (element.tagName === 'meta') return isInertMeta(attrs);
  if (element.tagName !== 'style') return true;
  // A title makes of a style sheet a choice that lasts longer than its page.
  return attrs.every(({ name }) => name === 'type') && !reachingStyle.test(textOf(element));
}

/** The encoding that a meta element states; null if it states none. */
export function statedEncoding({ tagName, attrs }: Tree.Element): string | null {
  if (tagName !== 'meta') return null;
  const charset = valueOf(attrs, 'charset');
  if (charset !== undefined) return charset.trim().toLowerCase();
  if (valueOf(attrs, 'http-equiv')?.toLowerCase() !== 'content-type') return null;
  return (
    /charset\s*=\s*["']?([\w-]+)/i.exec(valueOf(attrs, 'content') ?? '')?.[1]?.toLowerCase() ?? ''
  );
}

function isInertDrawing({ tagName, attrs }: Tree.Element): boolean {
  if (!svgElements.has(tagName.toLowerCase())) return false;
  return attrs.every(
    ({ name, value }) =>
      !/^on|href$|^src$|^(?:xml:)?base$/i.test(name) && !reachingStyle.test(value),
  );
}

function isInertAttribute({ tagName }: Tree.Element, { name, value }: Attribute): boolean {
  if (name.startsWith('data-') || name.startsWith('aria-')) return true;
  if (tagName === 'meta') return ['name', 'content', 'charset', 'http-equiv'].includes(name);
  if (tagName === 'img' && name === 'src')
    return /^data:image\/(?:png|jpeg|gif|webp);/i.test(value);
  if (name === 'style') return !reachingStyle.test(value);
  // An address on top of the origin would lead elsewhere, as the origin is not the page's own.
  if (name === 'href') return tagName === 'a' && !/^\s*[\\/](?![\\/])/.test(value);
  return htmlAttributes.has(name);
}

function isInertMeta(attrs: readonly Attribute[]): boolean {
  const name = valueOf(attrs, 'name');
  if (name !== undefined && !metaNames.has(name.toLowerCase())) return false;
  return (valueOf(attrs, 'http-equiv') ?? 'content-type').toLowerCase() === 'content-type';
}

type Attribute = Tree.Element['attrs'][number];

function valueOf(attrs: readonly Attribute[], wanted: string): string | undefined {
  return attrs.find(({ name }) => name === wanted)?.value;
}

function textOf({ childNodes }: Tree.Element): string {
  return childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}
