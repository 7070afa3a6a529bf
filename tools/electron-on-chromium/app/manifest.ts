import { readFileSync } from 'node:fs';
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

function manifest(): Manifest {
  return JSON.parse(readFileSync(join(applicationFolder(), 'package.json'), 'utf8')) as Manifest;
}
