/** The scheme of links that open Platen, as `protocols` in electron-builder.yml. */
export const linkScheme = 'platen';

/** Longer URLs are not accepted from a link. */
const maxLength = 4096;

/** Returns true if an argument is a link rather than a path. */
export function isLink(argument: string): boolean {
  return argument.toLowerCase().startsWith(`${linkScheme}:`);
}

/**
 * Returns the URL that a link such as `platen://convert?url=https%3A%2F%2Fexample.org` asks to
 * convert; null if it asks for anything else. Any page may contain a link, so only http and https
 * are accepted, without credentials, and the window asks before it loads the URL.
 */
export function urlOfLink(link: string): string | null {
  if (!isLink(link) || !URL.canParse(link)) return null;
  const { host, pathname, searchParams } = new URL(link);
  const wanted = searchParams.get('url') ?? '';
  if (host !== 'convert' || !['', '/'].includes(pathname)) return null;
  if (wanted.length > maxLength || !URL.canParse(wanted)) return null;
  const { protocol, username, password, href } = new URL(wanted);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return username === '' && password === '' ? href : null;
}
