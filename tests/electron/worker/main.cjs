// The main process in which the pool runs test files: Electron's, or that of the stand-in. Does
// what the application does before Electron is ready, then starts vitest's worker.
const net = require('node:net');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { app, protocol } = require('electron');
const { receiveMessages, sendMessage } = require('./messages.cjs');

// Electron has its own listener for uncaught exceptions, and vitest considers exceptions with
// another listener as handled: a test file with one would pass. Until vitest listens, they end this
// process.
process.removeAllListeners('uncaughtException');
process.on('uncaughtException', endAtOnce);

protocol.registerSchemesAsPrivileged([
  {
    scheme: environment('PLATEN_TEST_LOCAL_SCHEME'),
    privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true },
  },
]);
// As the engine, which starts after Electron is ready here.
app.commandLine.appendSwitch('disable-features', 'RenderDocument,IsolateSandboxedIframes');
app.enableSandbox();
process.env['ELECTRON_DISABLE_SECURITY_WARNINGS'] = '1';
// Without a listener, Electron quits with its last window.
app.on('window-all-closed', () => undefined);

app
  .whenReady()
  .then(async () => {
    const socket = net.connect(environment('PLATEN_TEST_SOCKET'));
    socket.once('close', () => app.exit(1));
    socket.once('error', endAtOnce);
    process.send = (/** @type {unknown} */ message) => {
      sendMessage(socket, message);
      return true;
    };
    const worker = path.join(environment('PLATEN_TEST_VITEST'), 'workers', 'forks.js');
    await import(pathToFileURL(worker).href);
    // Not earlier: the worker has to listen.
    receiveMessages(socket, (message) => process.emit('message', message, undefined));
    process.off('uncaughtException', endAtOnce);
  })
  .catch(endAtOnce);

/** @param {unknown} error */
function endAtOnce(error) {
  process.stderr.write(`The process for test files did not start: ${String(error)}\n`);
  app.exit(1);
}

/**
 * Returns a variable that the pool sets.
 * @param {string} name
 */
function environment(name) {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}
