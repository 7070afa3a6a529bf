import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  /** Creates a subfolder with files. */
  readonly with: (files: Readonly<Record<string, string | Buffer>>) => string;
  readonly remove: () => void;
}

/** Returns a folder for the files of one test file, which is created with its first use. */
export function temporaryFolder(): TemporaryFolder {
  let created: string | null = null;
  const path = () => (created ??= mkdtempSync(join(tmpdir(), 'platen-test-')));
  return {
    get path() {
      return path();
    },
    with: (files) => {
      const place = mkdtempSync(join(path(), 'case-'));
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(join(place, name, '..'), { recursive: true });
        writeFileSync(join(place, name), content);
      }
      return place;
    },
    remove: () => {
      if (created !== null) rmSync(created, { recursive: true });
    },
  };
}
