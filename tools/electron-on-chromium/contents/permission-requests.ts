import type { RequestedPermission } from '../app/permissions.js';
import type { DevToolsSession } from '../devtools/session.js';
import { isCustomScheme } from '../network/custom-schemes.js';
import { tellPermissionRequests } from '../network/page-scripts.js';

/**
 * By this name, which is gone before the page's own scripts run, a page tells that it has asked for
 * a permission.
 */
const binding = 'electronOnChromiumPermission';

const known = [
  'geolocation',
  'notifications',
  'media',
  'midi',
  'midiSysex',
  'clipboard-read',
] as const satisfies readonly RequestedPermission[];

/** Schemes that Chromium itself opens, or refuses, in a page. */
const ownSchemes = new Set([
  'http',
  'https',
  'ws',
  'wss',
  'ftp',
  'file',
  'data',
  'blob',
  'about',
  'javascript',
  'chrome',
  'devtools',
  'view-source',
  'filesystem',
  'chrome-extension',
]);

/**
 * Tells of the permissions that a document asks for. Chromium tells nobody, so the page's own
 * functions do.
 */
export function followPermissionRequests(
  session: DevToolsSession,
  ask: (permission: RequestedPermission, details: Electron.PermissionRequest) => void,
): void {
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    const permission = known.find((one) => one === payload);
    if (name !== binding || permission === undefined) return;
    ask(permission, { isMainFrame: true, requestingUrl: '' });
  });
  session.tell('Runtime.enable');
  session.tell('Runtime.addBinding', { name: binding });
  session.tell('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${tellPermissionRequests.toString()})(${JSON.stringify(binding)});`,
  });
}

/** Whether an address is one that Chromium would hand to another program. */
export function isForAnotherProgram(address: string): boolean {
  const scheme = URL.canParse(address) ? new URL(address).protocol.slice(0, -1) : '';
  return scheme !== '' && !ownSchemes.has(scheme) && !isCustomScheme(scheme);
}
