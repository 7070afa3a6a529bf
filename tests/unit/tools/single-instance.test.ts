import { spawn } from 'node:child_process';
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

it.skipIf(process.platform === 'win32')(
  'takes over from an instance that was killed, not from one that does not respond',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-lock-'));
    const socket = join(folder, 'SingletonSocket');
    // Its file exists a moment before it listens.
    const code = `require('node:net').createServer().listen(process.argv[1], () => console.log())`;
    const busy = spawn(process.execPath, ['--eval', code, socket]);
    const lock = new SingleInstance();
    onTestFinished(() => {
      lock.release();
      rmSync(folder, { recursive: true, force: true });
    });
    await once(busy.stdout, 'data');
    busy.kill('SIGSTOP');
    expect(new SingleInstance(2000).request(folder, start, vi.fn())).toBe(false);
    busy.kill('SIGKILL');
    await once(busy, 'exit');
    expect(lock.request(folder, start, vi.fn())).toBe(true);
  },
);
