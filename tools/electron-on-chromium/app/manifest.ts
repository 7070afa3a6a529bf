import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Manifest {
  readonly name?: string;
  readonly productName?: string;
  readonly version?: string;
}

let folder: string | undefined;

/** Returns the application's folder, the first argument. Cached on the first call. */
export function applicationFolder(): string {
  return (folder ??= resolve(process.argv[1] ?? '.'));
}

/** Returns the application's name as Electron does: `productName` or `name` of its package.json. */
export function applicationName(): string {
  const { productName, name } = manifest();
  return productName ?? name ?? 'Electron';
}

/** Returns the `version` of the application's package.json. */
export function applicationVersion(): string {
  return manifest().version ?? '';
}

/** Tests have no application: the first argument is their runner. */
function manifest(): Manifest {
  const file = join(applicationFolder(), 'package.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {};
}
