import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Waits until a server on 127.0.0.1 accepts connections. @throws Error after 10 seconds */
export async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await delay(50);
  }
  throw new Error(`Nothing listens on port ${port}.`);
}
