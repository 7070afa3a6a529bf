import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

interface Manifest {
  readonly name?: string;
  readonly productName?: string;
  readonly version?: string;
}

let folder: string | undefined;

/** Folder of the application: the program's first argument when this is first asked for. */
export function applicationFolder(): string {
  return (folder ??= resolve(process.argv[1] ?? '.'));
}

/** As Electron names an application: `productName`, else `name` of its package.json. */
export function applicationName(): string {
  const { productName, name } = manifest();
  return productName ?? name ?? 'Electron';
}

/** `version` of the application's package.json. */
export function applicationVersion(): string {
  return manifest().version ?? '';
}

function manifest(): Manifest {
  return JSON.parse(readFileSync(join(applicationFolder(), 'package.json'), 'utf8')) as Manifest;
}
