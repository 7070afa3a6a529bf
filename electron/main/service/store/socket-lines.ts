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

/** Sends a line and gives the answer. */
export async function askLine(path: string, line: string): Promise<string> {
  const socket = connect({ path, allowHalfOpen: true });
  socket.end(line);
  return textOf(socket);
}

/** Answers what each connection sends until it has sent all of it. */
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
    const line = await textOf(socket);
    // Somebody has only looked whether we are here.
    socket.end(line === '' ? '' : await handler(line));
  } catch {
    // The other side is gone, or finds its connection broken.
    socket.destroy();
  }
}

/** All that the other side sends. The socket stays open for the answer, unlike where a stream is iterated over. */
function textOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((read, failed) => {
    socket.once('end', () => read(Buffer.concat(chunks).toString()));
    socket.once('error', failed);
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
