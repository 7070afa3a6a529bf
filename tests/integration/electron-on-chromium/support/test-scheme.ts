import { registerSchemesAsPrivileged } from '../../../../tools/electron-on-chromium/network/custom-schemes.js';

// Schemes are registered before the application is ready, which in a test's process is the case a
// moment after the run-time is loaded: so this is imported before the run-time is, and reaches the
// function behind protocol.registerSchemesAsPrivileged itself.
registerSchemesAsPrivileged([
  { scheme: 'test', privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);
