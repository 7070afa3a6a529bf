// Plain JavaScript, as `npm test` reads it too, before anything is compiled.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian's packages put their programs, by version. */
const debianFolder = '/usr/lib/postgresql';
const debianPackage = 'postgresql-15';

/**
 * The folder with `initdb` and `postgres`, the latest version's; null if there is none.
 * @returns {string | null}
 */
export function postgresPrograms() {
  const ofDebian = existsSync(debianFolder)
    ? readdirSync(debianFolder)
        .sort((one, other) => Number(other) - Number(one))
        .map((version) => join(debianFolder, version, 'bin'))
    : [];
  const folders = [...ofDebian, ...(process.env['PATH'] ?? '').split(':')];
  const has = (/** @type {string} */ folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)));
  return folders.find(has) ?? null;
}

/**
 * Debian's packages that are needed for tests with a PostgreSQL and not installed.
 * @returns {readonly string[]}
 */
export function missingPostgresPackages() {
  return postgresPrograms() === null ? [debianPackage] : [];
}

/**
 * Why tests that need a PostgreSQL are to be left out, or null if they are to run. In CI on Linux
 * they are never left out: there they fail if it is missing.
 */
export function reasonToSkipPostgres() {
  const missing = missingPostgresPackages();
  if (missing.length === 0) return null;
  if (process.platform === 'linux' && Boolean(process.env['CI'])) return null;
  return `needs a PostgreSQL; not installed: ${missing.join(', ')}`;
}
