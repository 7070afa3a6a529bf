// The main process in which the pool runs test files: Electron's own, or that of the stand-in. It
// sets up what the application sets up before Electron is ready, and then lets vitest's worker take
// over.
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { app, protocol } = require('electron');

// Electron listens for uncaught exceptions itself. Vitest takes them for handled where anybody else
// listens, so that a test file with such an exception would pass. Until vitest listens, this
// process ends with them.
process.removeAllListeners('uncaughtException');
process.on('uncaughtException', endAtOnce);

protocol.registerSchemesAsPrivileged([
  {
    scheme: environment('PLATEN_TEST_LOCAL_SCHEME'),
    privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true },
  },
]);
app.enableSandbox();
// Without a listener, Electron ends the application with its last window.
app.on('window-all-closed', () => undefined);

app
  .whenReady()
  .then(async () => {
    const worker = path.join(environment('PLATEN_TEST_VITEST'), 'workers', 'forks.js');
    await import(pathToFileURL(worker).href);
    process.off('uncaughtException', endAtOnce);
  })
  .catch(endAtOnce);

/** @param {unknown} error */
function endAtOnce(error) {
  process.stderr.write(`The process for test files did not start: ${String(error)}\n`);
  app.exit(1);
}

/**
 * A variable that the pool sets.
 * @param {string} name
 */
function environment(name) {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set.`);
  return value;
}
