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
  // What is the name of a pipe on Windows is that of a socket in this folder elsewhere.
  process.chdir(top);
});
afterAll(() => {
  process.chdir(before);
  rmSync(top, { recursive: true });
});

it.each(['linux', 'win32'] as const)('is one’s at a time, with the names of %s', async (system) => {
  const folder = mkdtempSync(join(top, 'held-'));
  const hold = await lockDirectory(folder, system);
  await expect(lockDirectory(folder, system)).rejects.toThrow(`Process ${process.pid} uses`);
  hold.answer((line) => Promise.resolve(`${line}?`));
  expect(await callOwner(folder, 'what', system)).toBe('what?');
  await hold.release();
  expect(await isLocked(folder, system)).toBe(false);
  await (await lockDirectory(folder, system)).release();
});

// A pipe of Windows cannot be ended in one direction alone.
it('knows by its end what a line is, on a connection that stays open', async () => {
  const path = join(top, 'open.sock');
  const server = createServer((socket) => {
    socket.on('data', (asked: Buffer) => socket.write(`${asked.toString().trim()}!\n`));
  });
  await once(server.listen(path), 'listening');
  expect(await sendLine(path, 'there')).toBe('there!');
  server.close();
  await once(server, 'close');

  const folder = mkdtempSync(join(top, 'open-'));
  const hold = await lockDirectory(folder);
  const client = connect(join(folder, 'holder-1.sock'));
  client.write('wh');
  client.write('o\n');
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(answer.toString()).toBe(`${process.pid}\n`);
  client.destroy();
  await hold.release();
});

it('goes on where who has asked is gone before the answer', async () => {
  const folder = mkdtempSync(join(top, 'gone-'));
  const hold = await lockDirectory(folder);
  let asked: () => void = () => undefined;
  const arrived = new Promise<void>((done) => (asked = done));
  const client = connect(join(folder, 'holder-1.sock'));
  hold.answer(async (line) => {
    asked();
    if (line === 'early') await once(client, 'close');
    return line;
  });
  client.write('early\n');
  await arrived;
  client.destroy();
  expect(await callOwner(folder, 'next')).toBe('next');
  await hold.release();
});

it('answers who asks while it looks whether the one before it is gone', async () => {
  const folder = mkdtempSync(join(top, 'killed-'));
  // Nobody listens on it, as on that of a process that was killed.
  writeFileSync(join(folder, 'holder-1.sock'), '');
  const holding = lockDirectory(folder);
  const mine = join(folder, 'holder-2.sock');
  while (!existsSync(mine)) await turn();
  const [who, early] = [sendLine(mine, 'who'), sendLine(mine, 'early')];
  const hold = await holding;
  expect(await who).toBe(String(process.pid));
  hold.answer((line) => Promise.resolve(`${line}?`));
  expect(await early).toBe('early?');
  await hold.release();
});
