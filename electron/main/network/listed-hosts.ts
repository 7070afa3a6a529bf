import { isIPv6 } from 'node:net';

/** A host of a list, in the URL parser's spelling; without a port it stands for all of them. */
interface ListedHost {
  readonly host: string;
  readonly port: string | null;
}

const written = /^(.*?)(?::(\d{1,5}))?$/s;

/**
 * Reads `host`, `host:port`, `::1`, `[::1]` or `[::1]:port`. The port is read before the URL parser sees the rest: it drops the one that is usual, and an
 * entry for port 80 alone would be one for every port.
 */
function readHost(entry: string): ListedHost {
  const text = entry.trim();
  if (isIPv6(text)) return { host: spelled(`[${text}]`), port: null };
  const [, host = text, port] = written.exec(text) ?? [];
  return { host: spelled(host), port: port === undefined ? null : String(Number(port)) };
}

/** Hosts are compared as the URL parser spells them: `0x7f.1` is `127.0.0.1`. */
function spelled(host: string): string {
  return URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`).hostname : host.toLowerCase();
}

/**
 * Tells whether a list of private hosts, each with or without a port, holds a host at a port.
 * @param hostname as in a URL: an IPv6 address in brackets
 * @param port the one that a connection goes to, also where an address leaves it out
 */
export function isListedHost(
  list: readonly string[],
  hostname: string,
  port: number | string,
): boolean {
  const host = spelled(hostname);
  return list
    .map(readHost)
    .some(
      (listed) => listed.host === host && (listed.port === null || listed.port === String(port)),
    );
}

/** The port of an http(s) or ws(s) address, also where it is the scheme's own. */
export function portOf({ port, protocol }: URL): number {
  const isSecure = protocol === 'https:' || protocol === 'wss:';
  return Number(port) || (isSecure ? 443 : 80);
}
