import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { testLimits } from '../runner-options.js';

/** Waits until a server on 127.0.0.1 accepts connections. @throws Error after half a minute */
export async function untilListening(port: number): Promise<void> {
  const end = performance.now() + testLimits.poll;
  while (performance.now() < end) {
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
