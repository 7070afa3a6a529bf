import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { throughTemporary } from '../../../../../electron/main/files/temporary-file.js';

/**
 * Puts half a PDF into a folder, as a Platen leaves it that is killed while it writes. The folder
 * is made if it is not there.
 */
export async function leaveHalfWritten(folder: string): Promise<void> {
  const elsewhere = mkdtempSync(join(tmpdir(), 'platen-leftovers-'));
  const noteName = async (path: string) => Promise.resolve(basename(path));
  const own = await throughTemporary(join(elsewhere, 'x'), '', noteName, 'private');
  rmSync(elsewhere, { recursive: true });
  mkdirSync(folder, { recursive: true });
  // The highest number that Linux can give to a process is below this one.
  writeFileSync(join(folder, own.replace(`-${process.pid}-`, '-4194305-')), '%PDF-1.7 half');
}
