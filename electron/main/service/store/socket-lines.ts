import { type Server, type Socket, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../../../shared/errors.js';

/** Between a socket's being made and its taking connections lies a moment in which it looks as if nobody were there. */
const secondLookMs = 50;
const nobody: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOENT']);

/** Whether a process listens on a socket. */
export async function isAlive(path: string): Promise<boolean> {
  if (await takesConnections(path)) return true;
  await delay(secondLookMs);
  return takesConnections(path);
}

/** Sends a line and gives the answer; an empty one if the other side ends before it has given it. */
export async function askLine(path: string, line: string): Promise<string> {
  const socket = connect({ path });
  socket.write(`${line}\n`);
  try {
    return await lineOf(socket);
  } finally {
    socket.destroy();
  }
}

/** Answers the line that each connection sends. */
export function answerLines(
  server: Server,
  handler: (line: string) => Promise<string>,
): { readonly end: () => Promise<void> } {
  const underWay = new Set<Promise<void>>();
  server.on('connection', (socket) => {
    const done = answer(socket, handler).finally(() => underWay.delete(done));
    underWay.add(done);
  });
  return {
    end: async () => {
      await Promise.all(underWay);
    },
  };
}

async function answer(socket: Socket, handler: (line: string) => Promise<string>): Promise<void> {
  try {
    const line = await lineOf(socket);
    // Without one, somebody has only looked whether we are here.
    if (line !== '') socket.write(`${await handler(line)}\n`);
    socket.end();
  } catch {
    // The other side is gone, or finds its connection broken.
    socket.destroy();
  }
}

/** What the other side sends up to the end of its first line: a pipe of Windows cannot end in one direction alone. Empty if the line does not end. */
function lineOf(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8');
  return new Promise((read, failed) => {
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (chunk.includes('\n')) read(text.slice(0, text.indexOf('\n')));
    });
    socket.once('end', () => read(''));
    // Heard to the end: the other side may go before it has its answer.
    socket.on('error', failed);
  });
}

async function takesConnections(path: string): Promise<boolean> {
  const socket = connect({ path });
  try {
    return await new Promise<boolean>((settled, failed) => {
      socket.once('connect', () => settled(true));
      socket.once('error', (error) => (nobody.has(codeOf(error)) ? settled(false) : failed(error)));
    });
  } finally {
    socket.destroy();
  }
}
