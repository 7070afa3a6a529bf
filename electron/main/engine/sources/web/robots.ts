/** Returns true if a site's rules let Platen read a path with its query. */
export type RobotRules = (path: string) => boolean;

interface Rule {
  readonly isAllowed: boolean;
  readonly pattern: string;
}

/**
 * Parses a site's robots.txt (RFC 9309): the rules of the groups for a product, else of those for
 * `*`. The longest matching rule counts; of two equally long ones the one that allows.
 * @param product in lower case
 */
export function robotRules(text: string, product: string): RobotRules {
  const groups = new Map<string, Rule[]>();
  let agents: string[] = [];
  let isInRules = false;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const field = name.toLowerCase();
    const pattern = value.trim();
    if (field === 'user-agent') {
      if (isInRules) agents = [];
      isInRules = false;
      agents.push(pattern.toLowerCase());
      if (!groups.has(pattern.toLowerCase())) groups.set(pattern.toLowerCase(), []);
    } else if (field === 'allow' || field === 'disallow') {
      isInRules = true;
      if (pattern === '') continue;
      for (const agent of agents)
        groups.get(agent)?.push({ isAllowed: field === 'allow', pattern: canonical(pattern) });
    }
  }
  const rules = groups.get(product) ?? groups.get('*') ?? [];
  const byLength = rules.toSorted((a, b) => {
    return b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed);
  });
  return (path) => {
    const written = canonical(path);
    return byLength.find(({ pattern }) => matches(written, pattern))?.isAllowed ?? true;
  };
}

/** The one spelling in which paths are compared (section 2.2.2). */
function canonical(path: string): string {
  return path
    .replace(/[^\0-\x7f]+/g, (characters) => encodeURIComponent(characters.toWellFormed()))
    .replace(/%[\da-f]{2}/gi, (escape) => {
      const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
    });
}

/** `*` stands for any characters, and `$` at the end for the end of the path. */
function matches(path: string, pattern: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [start = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(start)) return false;
  let at = start.length;
  const last = parts.pop();
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (last === undefined) return !isWhole || at === path.length;
  return isWhole ? path.length - last.length >= at && path.endsWith(last) : path.includes(last, at);
}
