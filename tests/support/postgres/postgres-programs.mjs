// Plain JavaScript, as `npm test` also reads it, before anything is compiled.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian's packages put their programs, by version. */
const debianFolder = '/usr/lib/postgresql';
const debianPackage = 'postgresql';

/**
 * Returns the folder with `initdb` and `postgres` of the latest version; null if there is none.
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
 * Returns Debian's packages that tests with PostgreSQL need and that are not installed. @returns
 * {readonly string[]}
 */
export function missingPostgresPackages() {
  return postgresPrograms() === null ? [debianPackage] : [];
}

/**
 * Returns why tests with PostgreSQL are skipped, or null if they run. In CI on Linux they are
 * never skipped, but fail without it.
 */
export function reasonToSkipPostgres() {
  const missing = missingPostgresPackages();
  if (missing.length === 0) return null;
  if (process.platform === 'linux' && Boolean(process.env['CI'])) return null;
  return `needs a PostgreSQL; not installed: ${missing.join(', ')}`;
}
