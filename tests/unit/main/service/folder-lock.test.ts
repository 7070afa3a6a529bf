import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  callOwner,
  lockDirectory,
  isLocked,
  sendLine,
} from '../../../../electron/main/service/store/directory-lock.js';

let top: string;

const before = process.cwd();

beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'platen-lock-'));
  // Replaces the name of a Windows pipe with that of a socket in this folder on other systems.
  process.chdir(top);
});
afterAll(() => {
  process.chdir(before);
  rmSync(top, { recursive: true });
});

it.each(['linux', 'win32'] as const)(
  'has one owner at a time, with the names of %s',
  async (system) => {
    const folder = mkdtempSync(join(top, 'held-'));
    const lock = await lockDirectory(folder, system);
    await expect(lockDirectory(folder, system)).rejects.toThrow(`Process ${process.pid} uses`);
    lock.answer((line) => Promise.resolve(`${line}?`));
    expect(await callOwner(folder, 'what', system)).toBe('what?');
    await lock.release();
    expect(await isLocked(folder, system)).toBe(false);
    await (await lockDirectory(folder, system)).release();
  },
);

// A Windows pipe cannot be half-closed.
it('detects the end of a message by its line end, on a connection that stays open', async () => {
  const path = join(top, 'open.sock');
  const server = createServer((socket) => {
    socket.on('data', (asked: Buffer) => socket.write(`${asked.toString().trim()}!\n`));
  });
  await once(server.listen(path), 'listening');
  expect(await sendLine(path, 'there')).toBe('there!');
  server.close();
  await once(server, 'close');

  const folder = mkdtempSync(join(top, 'open-'));
  const lock = await lockDirectory(folder);
  const client = connect(join(folder, 'holder-1.sock'));
  client.write('wh');
  client.write('o\n');
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(answer.toString()).toBe(`${process.pid}\n`);
  client.destroy();
  await lock.release();
});

it('keeps working if the caller disconnects before the response', async () => {
  const folder = mkdtempSync(join(top, 'gone-'));
  const lock = await lockDirectory(folder);
  let asked: () => void = () => undefined;
  const arrived = new Promise<void>((done) => (asked = done));
  const client = connect(join(folder, 'holder-1.sock'));
  lock.answer(async (line) => {
    asked();
    if (line === 'early') await once(client, 'close');
    return line;
  });
  client.write('early\n');
  await arrived;
  client.destroy();
  expect(await callOwner(folder, 'next')).toBe('next');
  await lock.release();
});

it('responds to a caller while it checks whether the previous owner is gone', async () => {
  const folder = mkdtempSync(join(top, 'killed-'));
  // Nothing listens on it, like the socket of a killed process.
  writeFileSync(join(folder, 'holder-1.sock'), '');
  const locks = lockDirectory(folder);
  const own = join(folder, 'holder-2.sock');
  while (!existsSync(own)) await turn();
  const [owner, earlyResponse] = [sendLine(own, 'who'), sendLine(own, 'early')];
  const lock = await locks;
  expect(await owner).toBe(String(process.pid));
  lock.answer((line) => Promise.resolve(`${line}?`));
  expect(await earlyResponse).toBe('early?');
  await lock.release();
});
