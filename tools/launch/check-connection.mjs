// Exits with 0 once a host has accepted a connection: `node check-connection.mjs HOST PORT`.
// Otherwise prints the reason on stdout.
import { connect } from 'node:net';

const [host = '', port = ''] = process.argv.slice(2);
const socket = connect({ host, port: Number(port) });
socket.on('connect', () => process.exit(0));
socket.on('error', (error) => {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error);
  process.stdout.write(code ?? error.message, () => process.exit(1));
});
