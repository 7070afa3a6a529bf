import { notImplemented } from '../not-implemented.js';

/** A SOCKS 5 proxy. */
export interface Proxy {
  readonly host: string;
  readonly port: number;
}

/** Reads `proxyRules` (docs/api/structures/proxy-config.md); throws by name what cannot be had. */
export function proxyFrom(rules: string, bypass: string | undefined): Proxy {
  const [, host, port] = /^socks5:\/\/([\w.-]+):(\d+)$/.exec(rules) ?? [];
  if (host === undefined || port === undefined) notImplemented(`proxyRules '${rules}'`);
  if (bypass !== '<-loopback>') notImplemented(`proxyBypassRules '${String(bypass)}'`);
  return { host, port: Number(port) };
}
