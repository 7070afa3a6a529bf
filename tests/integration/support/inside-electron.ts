/**
 * Whether the test runs in Electron's main process (tests/electron) and not on the stand-in.
 * There, Chromium is not a child process that a test may end, and it resolves names itself.
 */
export const isInsideElectron = process.env['PLATEN_TEST_VITEST'] !== undefined;
