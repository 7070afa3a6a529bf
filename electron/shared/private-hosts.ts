import { quote } from './request/text.js';

/**
 * Returns what is wrong with an entry of a list of private hosts; null if it is valid. An
 * entry is a name or an address, alone or with a port; an IPv6 address has brackets where a port
 * follows it.
 */
export function privateHostIssue(entry: string): string | null {
  if (isHost(entry)) return null;
  return `The private host ${quote(entry)} cannot be one; write a name or an address, with or without a port, such as intranet or 10.0.0.7:8080, without http:// and without a path.`;
}

/**
 * What parts entries, or parts a host from the rest of an address, is in none; a star stands for
 * nothing.
 */
function isHost(entry: string): boolean {
  if (!/^[^\s/\\@?#,;*]+$/.test(entry)) return false;
  return URL.canParse(`http://${entry}/`) || URL.canParse(`http://[${entry}]/`);
}
