import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { partsOf } from './address.js';

/** A WebSocket that a page is opening. */
export interface AnnouncedSocket {
  readonly url: string;
  /** Resolves with the listeners' decision. */
  readonly mayConnect: Promise<boolean>;
}

/** Returns the session's SOCKS proxy, if any. */
type Upstream = () => { readonly host: string; readonly port: number } | undefined;

/** How long a connection waits for DevTools' event about it, in milliseconds. */
const announcementMs = 20_000;

/**
 * A SOCKS 5 proxy (RFC 1928) for all WebSockets of a session and nothing else. DevTools reports
 * WebSockets but cannot pause them; the proxy does, until the session's listeners have decided.
 */
export class WebSocketGate {
  readonly #server = createServer();
  readonly #announced: AnnouncedSocket[] = [];
  readonly #awaited: (() => void)[] = [];
  readonly #upstream: Upstream;

  private constructor(upstream: Upstream) {
    this.#upstream = upstream;
    this.#server.on('connection', (socket) => {
      socket.on('error', () => socket.destroy());
      this.#serve(socket).catch(() => socket.destroy());
    });
    this.#server.unref();
  }

  /** Starts on a free local port. */
  static async open(upstream: Upstream): Promise<WebSocketGate> {
    const gate = new WebSocketGate(upstream);
    gate.#server.listen(0, '127.0.0.1');
    await once(gate.#server, 'listening');
    return gate;
  }

  /** The proxy's URL. */
  get address(): string {
    return `socks5://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Registers a WebSocket that DevTools reported. */
  announce(socket: AnnouncedSocket): void {
    this.#announced.push(socket);
    for (const wake of this.#awaited.splice(0)) wake();
  }

  async #serve(socket: Socket): Promise<void> {
    const request = await readRequest(socket);
    const announced = await this.#announcementOf(request);
    if (announced === undefined || !(await announced.mayConnect)) {
      socket.end(Buffer.from([5, 2, 0, 1, 0, 0, 0, 0, 0, 0]));
      return;
    }
    const proxy = this.#upstream();
    const upstream = connect(proxy ?? { host: request.host, port: request.port });
    upstream.on('error', () => socket.destroy());
    await once(upstream, 'connect');
    if (proxy) {
      upstream.write(Buffer.from([5, 1, 0]));
      await take(upstream, 2);
      upstream.write(request.bytes);
    } else {
      socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
    }
    socket.pipe(upstream).pipe(socket);
    socket.on('close', () => upstream.destroy());
  }

  /** WebSockets to the same host and port are matched by order. */
  async #announcementOf({ host, port }: Target): Promise<AnnouncedSocket | undefined> {
    const deadline = Date.now() + announcementMs;
    for (;;) {
      const index = this.#announced.findIndex(({ url }) => isTarget(url, host, port));
      if (index !== -1) return this.#announced.splice(index, 1)[0];
      const left = deadline - Date.now();
      if (left <= 0) return undefined;
      await new Promise<void>((resolve) => {
        this.#awaited.push(resolve);
        setTimeout(resolve, left).unref();
      });
    }
  }
}

interface Target {
  readonly host: string;
  readonly port: number;
}

function isTarget(address: string, host: string, port: number): boolean {
  const parts = partsOf(address);
  const ownPort = Number(parts.port) || (parts.scheme === 'wss' ? 443 : 80);
  return parts.host === host && ownPort === port;
}

/** Reads the greeting and the request of a SOCKS client. */
async function readRequest(socket: Socket): Promise<Target & { readonly bytes: Buffer }> {
  const [, methods = 0] = await take(socket, 2);
  await take(socket, methods);
  socket.write(Buffer.from([5, 0]));
  const head = await take(socket, 4);
  const type = head[3];
  const length = type === 3 ? await take(socket, 1) : Buffer.alloc(0);
  const name = await take(socket, length[0] ?? (type === 4 ? 16 : 4));
  const port = await take(socket, 2);
  return {
    host: hostFrom(name, type),
    port: port.readUInt16BE(),
    bytes: Buffer.concat([head, length, name, port]),
  };
}

function hostFrom(bytes: Buffer, type: number | undefined): string {
  if (type === 3) return bytes.toString('latin1');
  if (type === 1) return [...bytes].join('.');
  const groups = bytes.toString('hex').match(/.{4}/g) ?? [];
  return new URL(`http://[${groups.join(':')}]/`).hostname.replace(/^\[|\]$/g, '');
}

async function take(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const bytes = socket.read(count) as Buffer | null;
    if (bytes?.length === count) return bytes;
    if (bytes !== null || socket.readableEnded || socket.destroyed) throw new Error('It has ended');
    await once(socket, 'readable');
  }
}
