// Ends a process when the one that has started it is gone, however that ended: its standard input
// then closes.
process.stdin.on('close', () => process.exit(1)).on('error', () => process.exit(1));
process.stdin.resume();
// On its own it keeps nothing running.
/** @type {import('node:net').Socket} */ (process.stdin).unref();
