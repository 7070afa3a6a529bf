import { type Socket, connect, createServer } from 'node:net';

/** Forwards connections to a server on this machine. */
export interface TcpProxy {
  readonly port: number;
  /** Resolves when the first connection has sent its bytes. */
  readonly reached: Promise<void>;
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
  let isFirst = true;
  let report = (): void => undefined;
  const reached = new Promise<void>((resolve) => (report = resolve));
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    let left = isFirst ? bytes : Infinity;
    isFirst = false;
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
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
