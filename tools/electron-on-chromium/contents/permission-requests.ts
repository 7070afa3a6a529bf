import type { RequestedPermission } from '../app/permissions.js';
import type { DevToolsSession } from '../devtools/session.js';
import { isCustomScheme } from '../network/custom-schemes.js';
import { reportPermissionRequests } from '../network/page-scripts.js';

/**
 * The binding through which a page reports permission requests. It is removed before the page's own
 * scripts run.
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

/** Schemes that Chromium opens or refuses itself. */
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
 * Reports the permissions that a document requests. DevTools has no event for them, so the page's
 * functions are wrapped.
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
  session.post('Runtime.enable');
  session.post('Runtime.addBinding', { name: binding });
  session.post('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${reportPermissionRequests.toString()})(${JSON.stringify(binding)});`,
  });
}

/** Whether Chromium would pass a URL to an external program. */
export function isForAnotherProgram(address: string): boolean {
  const scheme = URL.canParse(address) ? new URL(address).protocol.slice(0, -1) : '';
  return scheme !== '' && !ownSchemes.has(scheme) && !isCustomScheme(scheme);
}
