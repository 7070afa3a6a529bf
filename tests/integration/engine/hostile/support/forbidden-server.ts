import { type Socket as DatagramSocket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, type Server, createServer } from 'node:net';

/**
 * Something on this computer that no page may reach, unless it is the page's own. It listens for
 * connections and for datagrams at one port, and answers everything with a page.
 */
export class ForbiddenServer {
  readonly #server: Server;
  readonly #datagrams: DatagramSocket;
  readonly #seen: string[] = [];
  /** What it answers with at a path; everywhere else it is the secret. */
  readonly pages = new Map<string, string>();

  private constructor(server: Server, datagrams: DatagramSocket) {
    this.#server = server;
    this.#datagrams = datagrams;
    server.on('connection', (socket) => {
      this.#seen.push('a connection');
      socket.on('error', () => socket.destroy());
      socket.once('data', (data) => {
        const [request = ''] = data.toString('latin1').split('\r\n', 1);
        this.#seen.push(request);
        const html = this.pages.get(request.split(' ')[1] ?? '') ?? 'the secret';
        socket.end(
          'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\naccess-control-allow-origin: *\r\n' +
            `connection: close\r\ncontent-length: ${Buffer.byteLength(html)}\r\n\r\n${html}`,
        );
      });
    });
    datagrams.on('message', () => this.#seen.push('a datagram'));
  }

  static async start(): Promise<ForbiddenServer> {
    const server = createServer();
    // Of every family, as some of the addresses that lead here are IPv6.
    server.listen(0, '::');
    await once(server, 'listening');
    const datagrams = createSocket('udp4');
    datagrams.bind((server.address() as AddressInfo).port, '0.0.0.0');
    await once(datagrams, 'listening');
    return new ForbiddenServer(server, datagrams);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** `http://127.0.0.1:PORT` */
  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Everything that has come in since it was last asked for. */
  takeSeen(): readonly string[] {
    return this.#seen.splice(0);
  }

  async close(): Promise<void> {
    this.#datagrams.close();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
