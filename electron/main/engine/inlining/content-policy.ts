/** The directives that say where files may come from (CSP 3, 6.1 and 6.2) and are lists of sources. */
const fetching =
  /^(?:default|img|style|style-elem|font|script|script-elem|frame|child|media|object)-src(?:-elem)?$/i;

/**
 * A content security policy that allows `data:` addresses as well, in every list of sources: what the page has loaded under it came from files, and stands in
 * the page itself now.
 */
export function allowData(policy: string): string {
  return policy
    .split(';')
    .map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      if (!fetching.test(name) || sources.includes('data:')) return directive;
      const others = sources.filter((source) => source.toLowerCase() !== "'none'");
      return ` ${[name, ...others, 'data:'].join(' ')}`;
    })
    .join(';')
    .trimStart();
}
