/**
 * Whether the test runs in Electron's main process (tests/electron) and not on the stand-in.
 * Chromium is then no child process that a test may end, and resolves names itself.
 */
export const isInsideElectron = process.env['PLATEN_TEST_VITEST'] !== undefined;
