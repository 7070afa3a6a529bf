import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { partsOf } from './address.js';

/** A WebSocket that a page has begun to open. */
export interface AnnouncedSocket {
  readonly url: string;
  /** Whether it may connect, once the listeners have decided. */
  readonly mayConnect: Promise<boolean>;
}

/** Gives the SOCKS proxy that the session itself has, if it has one. */
type Upstream = () => { readonly host: string; readonly port: number } | undefined;

/**
 * How long a connection waits for the page's announcement, which goes another way, in milliseconds.
 */
const announcementMs = 5000;

/**
 * The way of every WebSocket of one session: a SOCKS 5 proxy (RFC 1928) that Chromium sends
 * WebSockets through and nothing else. DevTools tells of a WebSocket and cannot hold it; here it is
 * held until the session's listeners have decided.
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

  /** Starts on a free port of this computer. */
  static async open(upstream: Upstream): Promise<WebSocketGate> {
    const gate = new WebSocketGate(upstream);
    gate.#server.listen(0, '127.0.0.1');
    await once(gate.#server, 'listening');
    return gate;
  }

  /** As a proxy is written. */
  get address(): string {
    return `socks5://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Takes what DevTools tells of a WebSocket. */
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

  /** Two WebSockets to one host and port are told apart by their order alone. */
  async #announcementOf({ host, port }: Target): Promise<AnnouncedSocket | undefined> {
    const deadline = Date.now() + announcementMs;
    for (;;) {
      const index = this.#announced.findIndex(({ url }) => leadsTo(url, host, port));
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

function leadsTo(address: string, host: string, port: number): boolean {
  const parts = partsOf(address);
  const ownPort = Number(parts.port) || (parts.scheme === 'wss' ? 443 : 80);
  return parts.host === host && ownPort === port;
}

/** The greeting and the request of a SOCKS client, and the request's own bytes. */
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
