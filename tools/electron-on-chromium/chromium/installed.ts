import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isExecutable, pathsOnPath } from '../programs-on-path.js';
import { versionOf } from './version.js';

/** A Chromium that can be started. */
export interface ChromiumProgram {
  readonly path: string;
  /** The program's own name: `Chromium`, `Google Chrome`, `Microsoft Edge`. */
  readonly name: string;
  readonly version: string;
}

const namesOnPath = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];

/** Returns the first installed Chromium, Chrome or Edge that runs, or null. */
export function installedChromium(): ChromiumProgram | null {
  for (const path of candidates()) {
    const found = chromiumAt(path);
    if (found) return found;
  }
  return null;
}

/** Returns the Chromium at this path; null if it is missing or does not run. */
export function chromiumAt(path: string): ChromiumProgram | null {
  if (!isExecutable(path)) return null;
  if (process.platform === 'win32') return windowsProgram(path);
  const line = versionOf(path);
  const parts = line === null ? null : /^(.*?)\s+(\d+(?:\.\d+)+)/.exec(line);
  return parts?.[1] && parts[2] ? { path, name: parts[1], version: parts[2] } : null;
}

function candidates(): readonly string[] {
  if (process.platform === 'win32') return windowsPaths();
  const found = namesOnPath.flatMap(pathsOnPath);
  return process.platform === 'darwin' ? [...found, ...macPaths()] : found;
}

function macPaths(): readonly string[] {
  const applications = ['Chromium', 'Google Chrome', 'Microsoft Edge'];
  const folders = ['/Applications', join(process.env['HOME'] ?? '/', 'Applications')];
  return folders.flatMap((folder) =>
    applications.map((name) => join(folder, `${name}.app`, 'Contents', 'MacOS', name)),
  );
}

function windowsPaths(): readonly string[] {
  const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap(
    (name) => process.env[name] ?? [],
  );
  const programs = [
    ['Chromium', 'Application', 'chrome.exe'],
    ['Google', 'Chrome', 'Application', 'chrome.exe'],
    ['Microsoft', 'Edge', 'Application', 'msedge.exe'],
  ];
  return programs.flatMap((parts) => roots.map((root) => join(root, ...parts)));
}

/**
 * On Windows, `--version` opens a window; the folder beside the program is named by the version.
 */
function windowsProgram(path: string): ChromiumProgram | null {
  const version = readdirSync(dirname(path)).find((name) => /^\d+(?:\.\d+){3}$/.test(name));
  const name = path.endsWith('msedge.exe') ? 'Microsoft Edge' : 'Chrome';
  return version === undefined ? null : { path, name, version };
}
