import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { throughTemporary } from '../../../../../electron/main/files/temporary-file.js';

/**
 * Leaves half a PDF in a folder, as a Platen that is killed while writing would. Creates the
 * folder if needed.
 */
export async function leaveHalfWritten(folder: string): Promise<void> {
  const elsewhere = mkdtempSync(join(tmpdir(), 'platen-leftovers-'));
  const noteName = async (path: string) => Promise.resolve(basename(path));
  const own = await throughTemporary(join(elsewhere, 'x'), '', noteName, 'private');
  rmSync(elsewhere, { recursive: true });
  mkdirSync(folder, { recursive: true });
  // Linux process ids are below this number.
  writeFileSync(join(folder, own.replace(`-${process.pid}-`, '-4194305-')), '%PDF-1.7 half');
}
