import { electronTests } from './electron-tests.js';

/** The core of the conversion tests: what must hold on Electron itself before anything else does. */
export default electronTests([
  'tests/integration/conversion/paper.test.ts',
  'tests/integration/conversion/pool.test.ts',
]);
