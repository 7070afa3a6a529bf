import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that accepts WebSocket connections and says nothing (RFC 6455, 4.2.2). */
export class WebSocketServer implements AsyncDisposable {
  readonly #server = createServer();

  static async start(): Promise<WebSocketServer> {
    const started = new WebSocketServer();
    await new Promise<void>((resolve) => started.#server.listen(0, '127.0.0.1', resolve));
    return started;
  }

  private constructor() {
    this.#server.on('upgrade', (request, socket) => {
      const key = request.headers['sec-websocket-key'] ?? '';
      const accept = createHash('sha1')
        .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest('base64');
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
          `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      socket.on('error', () => socket.destroy());
      this.#server.once('close', () => socket.destroy());
      this.#sockets.add(() => socket.destroy());
    });
  }

  readonly #sockets = new Set<() => void>();

  get address(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const end of this.#sockets) end();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
