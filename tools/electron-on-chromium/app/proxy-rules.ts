import { notImplemented } from '../not-implemented.js';

/** A SOCKS 5 proxy. */
export interface Proxy {
  readonly host: string;
  readonly port: number;
}

/**
 * Parses `proxyRules` (docs/api/structures/proxy-config.md).
 * @throws "not implemented" for unsupported rules
 */
export function proxyFrom(rules: string, bypass: string | undefined): Proxy {
  const [, host, port] = /^socks5:\/\/([\w.-]+):(\d+)$/.exec(rules) ?? [];
  if (host === undefined || port === undefined) notImplemented(`proxyRules '${rules}'`);
  if (bypass !== '<-loopback>') notImplemented(`proxyBypassRules '${String(bypass)}'`);
  return { host, port: Number(port) };
}
