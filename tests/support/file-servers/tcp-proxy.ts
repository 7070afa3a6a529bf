import { type Socket, connect, createServer } from 'node:net';

/** Forwards connections to a server on this machine. */
export interface TcpProxy {
  readonly port: number;
  /** Resolves when the first connection has sent its bytes. */
  readonly reached: Promise<void>;
  /** How many connections there have been. */
  readonly connections: () => number;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a proxy whose first connection ends or hangs after it has sent a number of bytes; others
 * are forwarded.
 */
export async function tcpProxy(
  port: number,
  { bytes, then }: { readonly bytes: number; readonly then: 'cut' | 'hang' } = {
    bytes: Infinity,
    then: 'cut',
  },
): Promise<TcpProxy> {
  let count = 0;
  let report = (): void => undefined;
  const reached = new Promise<void>((resolve) => (report = resolve));
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    count += 1;
    let left = count === 1 ? bytes : Infinity;
    client.on('data', (data) => {
      left -= data.length;
      if (left > 0) {
        upstream.write(data);
        return;
      }
      report();
      if (then === 'hang') return;
      client.destroy();
      upstream.destroy();
    });
    upstream.pipe(client);
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    reached,
    connections: () => count,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
