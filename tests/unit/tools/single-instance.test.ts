import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  type SecondStart,
  SingleInstance,
} from '../../../tools/electron-on-chromium/app/single-instance.js';

const start: SecondStart = { argv: ['platen', 'a.html'], workingDirectory: '/', additionalData: 1 };

/** The owner of the lock, and how to connect to it. */
function holder() {
  const folder = mkdtempSync(join(tmpdir(), 'platen-lock-'));
  const onSecondStart = vi.fn<(start: SecondStart) => void>();
  const lock = new SingleInstance();
  expect(lock.request(folder, start, onSecondStart)).toBe(true);
  onTestFinished(() => {
    lock.release();
    rmSync(folder, { recursive: true, force: true });
  });
  const say = async (speak: (socket: Socket) => void) => {
    const socket = connect(join(folder, 'SingletonSocket'));
    await once(socket, 'connect');
    socket.resume();
    const closed = once(socket, 'close');
    speak(socket);
    await closed;
  };
  return { say, onSecondStart };
}

it.skipIf(process.platform === 'win32')(
  'detects a second start after connections that send nothing, incomplete messages, or break off',
  async () => {
    const { say, onSecondStart } = holder();
    await say((socket) => socket.end());
    await say((socket) => socket.end('{"argv":'));
    await say((socket) => socket.destroy());
    expect(onSecondStart).not.toHaveBeenCalled();
    await say((socket) => socket.end(JSON.stringify(start)));
    expect(onSecondStart.mock.calls).toEqual([[start]]);
  },
);
