import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors.js';
import { makePrivateFolder, modesOf } from '../../files/private-files.js';

/**
 * Opens the database of a folder, and never makes a new one over another: one whose first start was broken off has held nothing yet and is made anew; one that
 * holds something else than a whole database is left as it is.
 * @param folder made if it is not there
 * @param open makes a database in an empty folder, or opens the one that is there
 * @throws AppError `refused` that names the folder where its database cannot be opened
 */
export async function openInFolder<T>(folder: string, open: () => Promise<T>): Promise<T> {
  const unfinished = `${folder}.unfinished`;
  if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true });
  // PGlite gives its files permissions of its own, 0666 among them: the folder is what closes them.
  makePrivateFolder(folder);
  const isNew = readdirSync(folder).length === 0;
  if (!isNew && !existsSync(join(folder, 'PG_VERSION')))
    throw unopenable(folder, 'it has no file PG_VERSION');
  if (isNew) writeFileSync(unfinished, '', { mode: modesOf('private').file });
  const database = await open().catch((cause: unknown) => {
    throw isNew ? cause : unopenable(folder, messageOf(cause), cause);
  });
  if (isNew) rmSync(unfinished);
  return database;
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function unopenable(folder: string, why: string, cause?: unknown): AppError {
  const message = `The database in ${folder} cannot be opened, and was left as it is (${why}). If it is damaged, put a backup of its folder in its place, or name another folder to begin anew.`;
  return new AppError('refused', message, undefined, { cause });
}
