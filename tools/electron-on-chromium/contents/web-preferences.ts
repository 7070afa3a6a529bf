import { notImplemented } from '../not-implemented.js';

/** The parts of Electron's WebPreferences that can differ here. */
export interface PagePreferences {
  readonly javascript: boolean;
  readonly disableDialogs: boolean;
  /** Path of the preload script. */
  readonly preload: string | undefined;
}

/** Preferences that have no effect here. */
const withoutEffect = new Set([
  'session',
  'partition',
  'backgroundThrottling',
  'spellcheck',
  'devTools',
  'plugins',
]);

/** Preferences with one supported value: Electron's default, or a safer one. */
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

/**
 * Parses webPreferences.
 * @throws "not implemented" for unsupported values
 */
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
