import { request as requestPlain } from 'node:http';
import { Agent as SecureAgent, type AgentOptions, request as requestSecure } from 'node:https';
import { BlockList, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { isLoopbackHost } from '../../shared/request/url.js';
import { loginIn } from './basic-login.js';
import { trusting } from './certificates.js';
import { literalAddress } from './hosts.js';

/** How long a proxy may take to open a tunnel, in milliseconds. */
const tunnelMs = 15_000;

export interface ProxiedAddress {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number | string | undefined;
}

/** Why a proxy cannot be used. */
export class ProxyFault extends Error {
  override readonly name = 'ProxyFault';

  /**
   * @param status of the proxy's response; null if its address is unusable
   * @param ofSystem whether the address is that of the system rather than the environment
   */
  constructor(
    readonly status: number | null,
    readonly ofSystem = false,
  ) {
    super(status === null ? 'unusable proxy address' : `proxy status ${status}`);
  }
}

/** As a PAC script returns them: `PROXY host:port; DIRECT`. */
export type ResolveSystemProxy = (url: string) => Promise<string>;

let resolveSystemProxy: ResolveSystemProxy | null = null;

/**
 * Uses the proxy of the system where the environment names none. Only Electron knows it; null ends
 * its use.
 */
export function useSystemProxy(resolve: ResolveSystemProxy | null): void {
  resolveSystemProxy = resolve;
}

/**
 * That of the environment, else that of the system ({@link useSystemProxy}); null for none.
 * @throws ProxyFault for one that is not an http(s) URL
 */
export async function proxyFor(
  address: ProxiedAddress,
  env: NodeJS.ProcessEnv,
): Promise<URL | null> {
  const proxy = environmentProxy(address, env);
  if (proxy !== 'unset' || resolveSystemProxy === null) return proxy === 'unset' ? null : proxy;
  return systemProxy(await resolveSystemProxy(`${address.protocol}//${authorityOf(address)}/`));
}

/**
 * That of `HTTPS_PROXY`, `HTTP_PROXY` or `ALL_PROXY`; lower case takes precedence. Null for this
 * machine and what `NO_PROXY` lists. As curl does, a name in the list includes its subdomains.
 */
function environmentProxy(address: ProxiedAddress, env: NodeJS.ProcessEnv): URL | null | 'unset' {
  const { protocol, hostname } = address;
  const isLocal = isLoopbackHost(hostname) || (literalAddress(hostname) ?? '').startsWith('127.');
  if (isLocal || isExempt(address, variable(env, 'no_proxy'))) return null;
  const schemeProxy = variable(env, protocol === 'https:' ? 'https_proxy' : 'http_proxy');
  const text = schemeProxy || variable(env, 'all_proxy');
  if (text === '') return 'unset';
  const withScheme = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw new ProxyFault(null);
  return url;
}

/** The first one is used; the others are for failures. */
function systemProxy(list: string): URL | null {
  const [, kind = '', server = ''] = /^\s*(\w+)(?:\s+([^\s;]+))?/.exec(list) ?? [];
  if (kind.toUpperCase() === 'DIRECT') return null;
  const scheme = proxySchemes[kind.toUpperCase()];
  const url = `${scheme ?? ''}://${server}`;
  if (scheme === undefined || !URL.canParse(url)) throw new ProxyFault(null, true);
  return new URL(url);
}

/** The kinds of proxies that can be used; SOCKS cannot. */
const proxySchemes: Readonly<Record<string, string>> = { PROXY: 'http', HTTPS: 'https' };

function variable(env: NodeJS.ProcessEnv, name: string): string {
  return (env[name] ?? env[name.toUpperCase()] ?? '').trim();
}

function isExempt({ protocol, hostname, port }: ProxiedAddress, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const standard = protocol === 'https:' ? 443 : 80;
  const used = String(port === undefined || port === '' ? standard : port);
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      if (isIP(host) !== 0 && entry.includes('/')) return isInSubnet(host, entry);
      const [, name = '', ofPort] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(entry) ?? [];
      const whole = isIP(entry) === 6 ? entry : name;
      if (ofPort !== undefined && isIP(entry) !== 6 && ofPort !== used) return false;
      const domain = whole.replace(/^\*?\./, '');
      return host === domain || host.endsWith(`.${domain}`);
    });
}

function isInSubnet(address: string, entry: string): boolean {
  const [network = '', prefix = ''] = entry.split('/');
  const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(network) === 0 || !/^\d+$/.test(prefix)) return false;
  if (Number(prefix) > (family === 'ipv6' ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), family);
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** For a proxy whose URL has a user. */
export function proxyHeaders(proxy: URL): Readonly<Record<string, string>> {
  const login = loginIn(proxy);
  return login === null ? {} : { 'proxy-authorization': login };
}

function serverOf({ protocol, hostname, port }: URL) {
  return {
    protocol,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? undefined : Number(port),
  };
}

/**
 * The proxy gets the whole URL as the path (RFC 9112, section 3.2.2). The header `host` remains
 * that of the destination.
 */
export function throughPlainProxy(proxy: URL, to: ProxiedAddress & { readonly path: string }) {
  const host = authorityOf(to);
  return {
    ...serverOf(proxy),
    path: `http://${host}${to.path}`,
    host,
  };
}

function authorityOf({ hostname, port }: ProxiedAddress): string {
  const name = isIP(hostname) === 6 ? `[${hostname}]` : hostname;
  return port === undefined || port === '' ? name : `${name}:${port}`;
}

/** Connects over TLS through tunnels of a proxy (CONNECT; RFC 9110, section 9.3.6). */
export class TunnelAgent extends SecureAgent {
  readonly #proxy: URL;

  constructor(proxy: URL, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(
    options: ConnectionOptions,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const { host = '', port = 443 } = options;
    const authority = authorityOf({ protocol: 'https:', hostname: host, port });
    const proxy = this.#proxy;
    const send = proxy.protocol === 'https:' ? requestSecure : requestPlain;
    const request = send({
      ...serverOf(proxy),
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...proxyHeaders(proxy) },
      agent: false,
      timeout: tunnelMs,
      ...(proxy.protocol === 'https:' && trusting()),
    });
    const fail = (error: Error) => {
      request.destroy();
      // The type requires a stream even with an error.
      (callback as ((error: Error) => void) | undefined)?.(error);
    };
    request.once('error', fail);
    request.once('timeout', () => fail(new ProxyFault(504)));
    request.once('connect', ({ statusCode = 0 }, socket) => {
      request.off('error', fail);
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        fail(new ProxyFault(statusCode));
        return;
      }
      // With a path, Node would connect to a local socket.
      callback?.(null, connectTls({ ...options, path: undefined, socket }));
    });
    request.end();
  }
}
