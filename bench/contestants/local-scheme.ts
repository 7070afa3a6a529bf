import { localScheme } from '../../electron/main/engine/page/page-address.js';
import { registerSchemesAsPrivileged } from '../../tools/electron-on-chromium/network/custom-schemes.js';

// Schemes are taken only before the application is ready, which it is soon after its module has
// been loaded.
registerSchemesAsPrivileged([
  {
    scheme: localScheme,
    privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true },
  },
]);
