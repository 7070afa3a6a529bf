// Messages between vitest and the process for test files, over a socket: on Windows, Node's own
// channel does not exist in Electron's main process (Electron, spec/node-spec.ts).
const { deserialize, serialize } = require('node:v8');

const headBytes = 4;

/**
 * Sends a message: the length of its bytes, and the bytes.
 * @param {import('node:net').Socket} socket
 * @param {unknown} message
 * @throws Error if it cannot be cloned
 */
exports.sendMessage = (socket, message) => {
  const body = serialize(message);
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(body.length);
  socket.write(Buffer.concat([head, body]));
};

/**
 * Calls a listener with every message that arrives.
 * @param {import('node:net').Socket} socket
 * @param {(message: unknown) => void} listener
 */
exports.receiveMessages = (socket, listener) => {
  /** @type {Buffer[]} */
  let chunks = [];
  let size = 0;
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    while (size >= headBytes) {
      // Not the whole message each time a part of it arrives, which may be small.
      if ((chunks[0]?.length ?? 0) < headBytes) chunks = [Buffer.concat(chunks)];
      const end = headBytes + (chunks[0]?.readUInt32LE(0) ?? 0);
      if (size < end) return;
      const all = Buffer.concat(chunks);
      chunks = [all.subarray(end)];
      size -= end;
      listener(deserialize(all.subarray(headBytes, end)));
    }
  });
};
