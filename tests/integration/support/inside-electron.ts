/**
 * Whether the test runs in the main process of the pool in tests/electron, and not beside the
 * stand-in: Chromium is then not a child that a test may end, and resolves names by itself.
 */
export const isInsideElectron = process.env['PLATEN_TEST_VITEST'] !== undefined;
