import { registerSchemesAsPrivileged } from '../../../../tools/electron-on-chromium/network/custom-schemes.js';

// Schemes must be registered before the application is ready, which in a test process is soon
// after the run-time is loaded. So this file is imported before the run-time, and calls the
// function behind protocol.registerSchemesAsPrivileged itself.
registerSchemesAsPrivileged([
  { scheme: 'test', privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);
