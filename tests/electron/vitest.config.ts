import { electronTests } from './electron-tests.js';

const conversion = (name: string) => `tests/integration/engine/${name}.test.ts`;

const spec = (name: string) => `tests/integration/electron-on-chromium/specs/${name}.test.ts`;

/**
 * The core of the conversion tests, for Electron itself. Each file also runs on the stand-in, on
 * every change.
 */
export default electronTests([
  // From a source to its pages.
  conversion('sources'),
  conversion('content'),
  conversion('finished-pages'),
  conversion('paper'),
  conversion('style-sheets'),
  conversion('inlining/same-print'),
  conversion('preflight/embedded-pdfs'),
  // Parallel and sequential conversions.
  conversion('pool'),
  conversion('isolation'),
  conversion('plain-pages'),
  conversion('limits'),
  // What pages must not do.
  conversion('hostile/files'),
  conversion('hostile/private-network'),
  conversion('hostile/scripts'),
  'tests/integration/electron/cross-origin-frames.test.ts',
  // What only a real program shows.
  'tests/integration/electron/frames.test.ts',
  'tests/integration/electron/commands.test.ts',
  'tests/integration/electron/environment.test.ts',
  'tests/integration/electron/exit.test.ts',
  'tests/integration/electron/failed-loads.test.ts',
  'tests/integration/electron/redirects.test.ts',
  'tests/integration/electron/print-pdf.test.ts',
  // What the stand-in imitates, as far as it can be tested without a desktop.
  spec('context-bridge'),
  spec('cookies'),
  spec('crash'),
  spec('debugger'),
  spec('ipc'),
  spec('load-url'),
  spec('print-to-pdf'),
  spec('session'),
  spec('web-request'),
  spec('windows'),
]);
