import type { Protocol } from 'devtools-protocol';
import type { Browser } from '../chromium/browser.js';

export interface PermissionRules {
  readonly request?: Parameters<Electron.Session['setPermissionRequestHandler']>[0] | undefined;
  readonly check?: Parameters<Electron.Session['setPermissionCheckHandler']>[0] | undefined;
}

export type RequestedPermission = Parameters<NonNullable<PermissionRules['request']>>[1];
type ElectronPermission = Parameters<NonNullable<PermissionRules['check']>>[1];

/** Permissions by DevTools' names, with Electron's name if there is one. */
const permissions: readonly (readonly [
  name: string,
  electronName: ElectronPermission | undefined,
])[] = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['midi', 'midi'],
  ['camera', 'media'],
  ['microphone', 'media'],
  ['clipboard-read', 'clipboard-read'],
  ['clipboard-write', 'clipboard-sanitized-write'],
  ['display-capture', undefined],
  ['idle-detection', undefined],
  ['keyboard-lock', undefined],
  ['local-fonts', undefined],
  ['persistent-storage', undefined],
  ['pointer-lock', 'pointerLock'],
  ['screen-wake-lock', undefined],
  ['storage-access', 'storage-access'],
  ['window-management', undefined],
];

/**
 * Denies all permissions once an application has a rule, except those that its check handler grants
 * when called once, without a page: DevTools can set permissions but cannot ask about each request.
 * The request handler is never called.
 */
export function denyPermissions(
  browser: Browser,
  browserContextId: string | undefined,
  rules: PermissionRules,
): void {
  for (const [name, electronName] of permissions) {
    const setting = settingOf(rules, electronName);
    browser.root.post('Browser.setPermission', {
      permission: { name },
      setting,
      ...(browserContextId === undefined ? {} : { browserContextId }),
    });
  }
}

/**
 * Returns the setting of a permission. Without rules, Chromium's own prompts apply, all granted.
 */
export function permissionSetting(
  rules: PermissionRules,
  name: string,
): Protocol.Browser.PermissionSetting {
  if (rules.check === undefined && rules.request === undefined) return 'prompt';
  return settingOf(rules, permissions.find(([known]) => known === name)?.[1]);
}

function settingOf(
  { check }: PermissionRules,
  electronName: ElectronPermission | undefined,
): Protocol.Browser.PermissionSetting {
  const isGranted =
    electronName !== undefined && check?.(null, electronName, '', { isMainFrame: true }) === true;
  return isGranted ? 'granted' : 'denied';
}
