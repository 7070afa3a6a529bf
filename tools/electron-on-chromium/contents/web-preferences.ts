import { notImplemented } from '../not-implemented.js';

/** What a window's page may do; the parts of Electron's WebPreferences that can differ here. */
export interface PagePreferences {
  readonly javascript: boolean;
  readonly disableDialogs: boolean;
  /** Path of the preload script. */
  readonly preload: string | undefined;
}

/** Preferences that have no effect here, and whose values therefore do not matter. */
const withoutEffect = new Set([
  'session',
  'partition',
  'backgroundThrottling',
  'spellcheck',
  'devTools',
]);

/**
 * Preferences that this run-time has only one value for: Electron's default, but for those that are
 * safer.
 */
const fixed: Readonly<Record<string, unknown>> = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  experimentalFeatures: false,
  images: true,
  safeDialogs: false,
};

/** Reads webPreferences; throws by name what cannot be had. */
export function pagePreferences(preferences: Electron.WebPreferences): PagePreferences {
  const { javascript = true, disableDialogs = false, preload } = preferences;
  for (const [key, value] of Object.entries(preferences)) {
    if (
      value === undefined ||
      key in { javascript, disableDialogs, preload } ||
      withoutEffect.has(key)
    )
      continue;
    if (!(key in fixed)) notImplemented(`webPreferences option '${key}'`);
    if (value !== fixed[key]) notImplemented(`webPreferences option '${key}: ${String(value)}'`);
  }
  return { javascript, disableDialogs, preload };
}
