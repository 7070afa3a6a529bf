import { registerSchemesAsPrivileged } from '../../../tools/electron-on-chromium/network/custom-schemes.js';
import { localScheme } from '../../../electron/main/engine/addresses/page-address.js';

// Schemes must be registered before the application is ready, soon after its module is loaded.
// Importing this file first ensures that.
registerSchemesAsPrivileged([
  {
    scheme: localScheme,
    privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true },
  },
]);
