import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer, isIPv6 } from 'node:net';
import { codeOf } from '../../../shared/messages/errors.js';
import { portOf } from '../../network/hosts.js';

/**
 * Returns the addresses at which a page may reach a host and port.
 * @throws (rejects) {@link GateRefusal} if there are none
 */
export type Reach = (host: string, port: number) => Promise<readonly string[]>;

/**
 * Returns null if the connection may carry any data, else a check of its first byte. If the check
 * fails, the connection is closed.
 */
export type Opening = (host: string, port: number) => ((first: number) => boolean) | null;

/** Why a connection is refused, as Chromium names it: `ERR_NAME_NOT_RESOLVED`. */
export class GateRefusal extends Error {
  override readonly name = 'GateRefusal';
}

/** Replies of a SOCKS server (RFC 1928, 6). */
const replies = { granted: 0, failed: 1, notAllowed: 2 } as const;

/** Chromium's names for the system's connection errors. */
const netErrors: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETDOWN: 'ERR_INTERNET_DISCONNECTED',
};

/** How many failures are remembered for their messages. */
const maxFailures = 1000;

/**
 * The only way from a session to the network: a SOCKS 5 server (RFC 1928) on this machine that the
 * session uses as its proxy. It connects only to addresses that the rules have checked, so that
 * neither a name that changes its address nor what Chromium sends without webRequest (preconnect,
 * prefetch, WebRTC, updates of service workers) bypasses them (docs/adr/0010).
 */
export class NetworkGate {
  readonly #reach: Reach;
  readonly #opening: Opening;
  readonly #server = createServer();
  readonly #sockets = new Set<Socket>();
  readonly #failures = new Map<string, string>();

  private constructor(reach: Reach, opening: Opening) {
    this.#reach = reach;
    this.#opening = opening;
    this.#server.on('connection', (socket) => {
      this.#keep(socket);
      this.#serve(socket).catch(() => socket.destroy());
    });
    // A gate that was not closed must not keep the process alive.
    this.#server.unref();
  }

  /** Starts a gate on a free port of 127.0.0.1. */
  static async open(reach: Reach, opening: Opening = () => null): Promise<NetworkGate> {
    const gate = new NetworkGate(reach, opening);
    gate.#server.listen(0, '127.0.0.1');
    await once(gate.#server, 'listening');
    return gate;
  }

  /** As a proxy URL: `socks5://127.0.0.1:PORT`. */
  get address(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `socks5://127.0.0.1:${port}`;
  }

  /**
   * Returns the reason of a failed connection, for which Chromium only reports that the proxy
   * failed.
   * @param error as Chromium names it, with or without `net::`
   * @returns the same error if the gate did not cause it
   */
  reasonOf(address: string, error: string): string {
    if (!/ERR_SOCKS_CONNECTION|ERR_PROXY_CONNECTION/.test(error) || !URL.canParse(address))
      return error;
    const url = new URL(address);
    const reason = this.#failures.get(place(url.hostname, portOf(url)));
    return reason === undefined ? error : error.replace(/ERR_\w+/, reason);
  }

  /**
   * Closes all connections, for the next page. Resolves when they are closed: Electron would never
   * exit while one is closing (run on 33).
   */
  async reset(): Promise<void> {
    this.#failures.clear();
    // Not `once` of node:events, which rejects when a socket fails while it is closed.
    const closing = [...this.#sockets].map(
      async (socket) => new Promise((closed) => socket.once('close', closed)),
    );
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(closing);
  }

  close(): void {
    void this.reset();
    this.#server.close();
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    // Errors are handled where a socket is read or closed.
    socket.on('error', () => undefined);
  }

  async #serve(socket: Socket): Promise<void> {
    const { host, port } = await readRequest(socket);
    const isDestroyed = () => socket.destroyed;
    try {
      const addresses = await this.#reach(host, port);
      if (isDestroyed()) return;
      const upstream = await this.#connect(addresses, port);
      if (isDestroyed()) return void upstream.destroy();
      socket.write(reply(replies.granted));
      const check = this.#opening(host, port);
      if (check === null || (await mayBegin(socket, check))) join(socket, upstream);
      else end(socket, upstream);
    } catch (error) {
      // The page has left: the next one must not see its failures.
      if (isDestroyed()) return;
      const reason = error instanceof GateRefusal ? error.message : reasonOfSystem(error);
      if (this.#failures.size < maxFailures) this.#failures.set(place(host, port), reason);
      socket.end(reply(error instanceof GateRefusal ? replies.notAllowed : replies.failed));
    }
  }

  async #connect(addresses: readonly string[], port: number): Promise<Socket> {
    const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const upstream = connect({
      port,
      // Never resolved: only checked addresses are used.
      host: 'addresses.invalid',
      lookup: (_host, _options, give) => give(null, all),
      autoSelectFamily: true,
      noDelay: true,
    });
    this.#keep(upstream);
    await once(upstream, 'connect');
    return upstream;
  }
}

function place(host: string, port: number): string {
  return `${host.replace(/^\[|\]$/g, '').toLowerCase()}:${port}`;
}

/** Reads greeting and request of a SOCKS client (RFC 1928, 3 and 4), without authentication. */
async function readRequest(
  socket: Socket,
): Promise<{ readonly host: string; readonly port: number }> {
  const [version = 0, methods = 0] = await take(socket, 2);
  await take(socket, methods);
  if (version !== 5) throw new GateRefusal('ERR_SOCKS_CONNECTION_FAILED');
  socket.write(Buffer.from([5, 0]));
  const [, command, , type] = await take(socket, 4);
  if (command !== 1) throw new GateRefusal('ERR_SOCKS_CONNECTION_FAILED');
  const host = await readHost(socket, type ?? 0);
  return { host, port: (await take(socket, 2)).readUInt16BE() };
}

async function readHost(socket: Socket, type: number): Promise<string> {
  if (type === 1) return [...(await take(socket, 4))].join('.');
  if (type === 4) {
    const groups = (await take(socket, 16)).toString('hex').match(/.{4}/g) ?? [];
    return new URL(`http://[${groups.join(':')}]/`).hostname.replace(/^\[|\]$/g, '');
  }
  const [length = 0] = await take(socket, 1);
  return (await take(socket, length)).toString('latin1');
}

async function take(socket: Socket, count: number): Promise<Buffer> {
  if (count === 0) return Buffer.alloc(0);
  for (;;) {
    const bytes = socket.read(count) as Buffer | null;
    if (bytes?.length === count) return bytes;
    if (bytes !== null || socket.readableEnded || socket.destroyed)
      throw new Error('It has ended.');
    await once(socket, 'readable');
  }
}

/** Checks the first byte of a connection and puts it back. */
async function mayBegin(socket: Socket, check: (first: number) => boolean): Promise<boolean> {
  const first = await take(socket, 1).catch(() => null);
  if (first === null || !check(first[0] ?? 0)) return false;
  socket.unshift(first);
  return true;
}

function end(...sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}

function reply(code: number): Buffer {
  return Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
}

/** Connects two sockets: the end, close or reset of one is passed to the other. */
function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on('error', () => reset(to));
    from.on('close', () => to.destroySoon());
  }
}

/** Node never closes a socket that is reset while it shuts down (libuv: `uv_tcp_close_reset`). */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

function reasonOfSystem(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return netErrors[codeOf(first)] ?? 'ERR_CONNECTION_FAILED';
}
