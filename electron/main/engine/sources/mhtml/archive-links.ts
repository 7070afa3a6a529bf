/** Returns the replacement of a URL in a page; null leaves it unchanged. */
type Relink = (address: string) => string | null;

const attribute =
  /(\s(?:src|href|xlink:href|data|poster|background)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/gi;
const candidates = /(\s(?:srcset|imagesrcset)\s*=\s*)("[^"]*"|'[^']*')/gi;
const inStyle = /(\burl\(\s*)("[^"\n]*"|'[^'\n]*'|[^()"'\s]+)(\s*\))/gi;
const imported = /(@import\s+)("[^"\n]*"|'[^'\n]*')/gi;

/**
 * Replaces the URLs in a page: in attributes that name resources or pages, and in styles. Similar
 * text is replaced too.
 */
export function relinkHtml(html: string, relink: Relink): string {
  const linked = html
    .replace(attribute, (_, start: string, value: string) => start + inQuotes(value, relink))
    .replace(candidates, (_, start: string, value: string) => {
      return start + inQuotes(value, (list) => relinkCandidates(list, relink));
    });
  return relinkStyle(linked, relink);
}

/**
 * Disables a page's scripts and its `<base>`: of a repeated attribute the first counts (HTML
 * Standard, 13.2.5.33).
 */
export function withoutScriptsAndBase(html: string): string {
  return html.replace(/<script\b/gi, '<script type="text/plain"').replace(/<base\b/gi, '<meta');
}

/** Chromium saves shadow roots by an older name of the attribute than it reads. */
export function withShadowRoots(html: string): string {
  return html.replace(/(<template\b[^>]*?\s)shadowmode(\s*=)/gi, '$1shadowrootmode$2');
}

export function relinkStyle(css: string, relink: Relink): string {
  return css
    .replace(inStyle, (_, start: string, value: string, end: string) => {
      return start + inQuotes(value, relink) + end;
    })
    .replace(imported, (_, start: string, value: string) => start + inQuotes(value, relink));
}

/**
 * A candidate of a `srcset` is a URL and an optional width or density (HTML Standard, 4.8.4.2.1).
 */
function relinkCandidates(list: string, relink: Relink): string {
  return list
    .split(/,\s+/)
    .map((candidate) => {
      const [address = '', ...rest] = candidate.trim().split(/\s+/);
      return [relink(address) ?? address, ...rest].join(' ');
    })
    .join(', ');
}

function inQuotes(value: string, relink: Relink): string {
  const quote = /^(["']|&quot;|&#39;)/.exec(value)?.[0] ?? '';
  const address = value.slice(quote.length, value.length - quote.length);
  const replaced = relink(unescaped(address.trim()));
  return replaced === null ? value : quote + escaped(replaced) + quote;
}

function unescaped(text: string): string {
  return text
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}

/** Harmless in styles too, where URLs of archives do not contain these characters. */
function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '%22').replace(/'/g, '%27');
}
