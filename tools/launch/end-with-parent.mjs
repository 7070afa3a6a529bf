// Exits when the parent process ends, however it ends: standard input then closes.
process.stdin.on('close', () => process.exit(1)).on('error', () => process.exit(1));
process.stdin.resume();
// It must not keep the process alive.
/** @type {import('node:net').Socket} */ (process.stdin).unref();
