import { electronTests } from './electron-tests.js';

const conversion = (name: string) => `tests/integration/engine/${name}.test.ts`;

/**
 * The core of the conversion tests: what has to hold on Electron itself. Each file also runs beside
 * the stand-in, with every change.
 */
export default electronTests([
  // From a source to pages.
  conversion('sources'),
  conversion('content'),
  conversion('paper'),
  conversion('style-sheets'),
  conversion('packing/same-print'),
  // What runs at the same time and one after another.
  conversion('pool'),
  conversion('isolation'),
  conversion('limits'),
  // What pages may not do.
  conversion('hostile/files'),
  conversion('hostile/private-network'),
  conversion('hostile/scripts'),
  'tests/integration/electron/cross-origin-frames.test.ts',
]);
