import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** A way to a database on this computer that can be cut, or go silent. */
export class DatabaseDoor {
  readonly #sockets = new Set<Socket>();
  readonly #to: URL;
  readonly #server: Server;
  #port = 0;

  private constructor(to: URL) {
    this.#to = to;
    this.#server = createServer((socket) => this.#pass(socket));
  }

  /** @param address of the database */
  static async open(address: string): Promise<DatabaseDoor> {
    const door = new DatabaseDoor(new URL(address));
    await door.mend();
    return door;
  }

  /** The database's address, by this way. */
  get address(): string {
    const url = new URL(this.#to);
    url.port = String(this.#port);
    return url.href;
  }

  /** Ends every connection, and takes none any more. */
  async cut(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  /** Takes connections again, at the same port. */
  async mend(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Lets nothing through from now on, and ends nothing. */
  silence(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  #pass(socket: Socket): void {
    const onward = connect(Number(this.#to.port), this.#to.hostname);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
