import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  /** Creates a subfolder with files. */
  readonly with: (files: Readonly<Record<string, string | Buffer>>) => string;
  readonly remove: () => void;
}

/** Creates a folder for the files of one test file. */
export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'platen-test-'));
  return {
    path,
    with: (files) => {
      const place = mkdtempSync(join(path, 'case-'));
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(join(place, name, '..'), { recursive: true });
        writeFileSync(join(place, name), content);
      }
      return place;
    },
    remove: () => rmSync(path, { recursive: true }),
  };
}
