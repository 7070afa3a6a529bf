import { app } from 'electron';
import { integrateWithSystem } from '../../electron/main/app/system-integration.js';
import { localScheme } from '../../electron/main/engine/addresses/page-address.js';
import { registerSchemes } from '../../electron/main/window/app-protocol.js';

// What Platen does before the application is ready, soon after its module is loaded.
integrateWithSystem(app, { platform: process.platform, env: process.env, isCommand: true });
registerSchemes(localScheme);
app.enableSandbox();
process.env['ELECTRON_DISABLE_SECURITY_WARNINGS'] = '1';
