import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { notImplemented } from '../not-implemented.js';
import { switchValue } from './command-line.js';

/** Names that Electron supports on some systems but this run-time does not (docs/api/app.md). */
const otherNames = new Set([
  ...['home', 'assets', 'sessionData', 'temp', 'module', 'desktop', 'music'],
  ...['pictures', 'videos', 'recent', 'logs', 'crashDumps'],
]);

let chosenUserData: string | undefined;

/**
 * `app.setPath`.
 * @throws Error for a path that is not absolute; "not implemented" for a name but `userData`
 */
export function setPath(name: string, path: string): void {
  if (!isAbsolute(path)) throw new Error('Path must be absolute');
  if (name !== 'userData') notImplemented(`app.setPath('${name}')`);
  chosenUserData = path;
}

/**
 * `app.getPath`.
 * @param appName name of the application's folder in the system's folder for application data
 * @throws Error for a name unknown to Electron; "not implemented" for any other
 */
export function getPath(name: string, appName: () => string): string {
  switch (name) {
    case 'userData':
      return chosenUserData ?? switchValue('user-data-dir') ?? join(appData(homedir()), appName());
    case 'appData':
      return appData(homedir());
    case 'documents':
      return join(homedir(), 'Documents');
    case 'exe':
      return process.execPath;
    case 'downloads':
      return join(homedir(), 'Downloads');
    default:
      if (otherNames.has(name)) notImplemented(`app.getPath('${name}')`);
      throw new Error(`Failed to get '${name}' path`);
  }
}

function appData(home: string): string {
  if (process.platform === 'win32')
    return process.env['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support');
  return process.env['XDG_CONFIG_HOME'] ?? join(home, '.config');
}
