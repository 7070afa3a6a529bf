import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems assign, so that no other program is given one before its use. */
const firstPort = 10_000;
const endPort = 32_000;

/** Returns different free ports of 127.0.0.1. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = firstPort + Math.floor(Math.random() * (endPort - firstPort));
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const failed = once(server, 'error').then(() => false);
  const isListening = await Promise.race([once(server, 'listening').then(() => true), failed]);
  if (isListening) server.close();
  return isListening;
}
