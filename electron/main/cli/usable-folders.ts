import { existsSync } from 'node:fs';
import { access, constants, mkdir, opendir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type FieldIssue, codeOf } from '../../shared/errors.js';
import { invalidRequest } from '../../shared/request/validation.js';
import { modesOf } from '../files/private-files.js';

/** A folder that an option names. */
export interface OptionFolder {
  readonly option: 'accounts' | 'results';
  /** Full path. */
  readonly folder: string;
}

/**
 * Creates missing folders, which only the user can enter, and checks that all can be written. An
 * existing folder keeps the permissions that its owner has given it; everything in it is private.
 * @throws AppError `invalid-request` with all mistakes together, each with its option
 */
export async function makeUsable(folders: readonly OptionFolder[]): Promise<void> {
  const issues: FieldIssue[] = [];
  for (const { option, folder } of folders) {
    try {
      await make(folder);
      await (await opendir(folder)).close();
      await access(folder, constants.W_OK | constants.X_OK);
    } catch (error) {
      const message = `The folder ${folder} of --${option} cannot be made or written (${codeOf(error)}); give it the rights, or name another one.`;
      issues.push({ field: option, message });
    }
  }
  if (issues.length > 0) throw invalidRequest(issues);
}

/** Node's own way of making the folders above too never ends below `/proc` on Linux. */
async function make(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) await make(parent);
  await mkdir(folder, modesOf('private').folder).catch((error: unknown) => {
    // Another process may have been quicker.
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}
