import { registerSchemesAsPrivileged } from '../../../tools/electron-on-chromium/network/custom-schemes.js';
import { localScheme } from '../../../electron/main/engine/page/page-address.js';

// Schemes are taken only before the application is ready, which it is soon after its module has
// been loaded: so by the part that keeps them, before that.
registerSchemesAsPrivileged([
  {
    scheme: localScheme,
    privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true },
  },
]);
