import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { notImplemented } from '../not-implemented.js';
import { switchValue } from './command-line.js';

const given = new Map<string, string>();

/** `app.getPath` (docs/api/app.md). @param appName folder of the application's data inside the system's own */
export function getPath(name: string, appName: string): string {
  const path = given.get(name) ?? standardPath(name, appName);
  return path ?? notImplemented(`app.getPath('${name}')`);
}

/** `app.setPath`. */
export function setPath(name: string, path: string): void {
  given.set(name, path);
}

function standardPath(name: string, appName: string): string | undefined {
  const home = homedir();
  switch (name) {
    case 'home':
      return home;
    case 'temp':
      return tmpdir();
    case 'exe':
      return process.execPath;
    case 'appData':
      return appData(home);
    case 'userData':
    case 'sessionData':
      return switchValue('user-data-dir') ?? join(appData(home), appName);
    case 'logs':
      return join(getPath('userData', appName), 'logs');
    case 'documents':
      return join(home, 'Documents');
    case 'downloads':
      return join(home, 'Downloads');
    case 'desktop':
      return join(home, 'Desktop');
    default:
      return undefined;
  }
}

function appData(home: string): string {
  if (process.platform === 'win32')
    return process.env['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support');
  return process.env['XDG_CONFIG_HOME'] ?? join(home, '.config');
}
