import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** The files of `dist/cli` by what `platen completion` calls them. */
const files = { bash: 'platen.bash', zsh: '_platen', fish: 'platen.fish', man: 'platen.1' };

/** Writes what packages for Linux install (electron-builder.yml): completions, a manual page. */
export default function writeCompletions() {
  const folder = join(root, 'dist', 'cli');
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, PLATEN_RUNTIME: 'chromium', INIT_CWD: undefined };
  for (const [kind, file] of Object.entries(files)) {
    const command = [join(root, 'tools/run.mjs'), 'completion', kind];
    writeFileSync(join(folder, file), execFileSync(process.execPath, command, { env }));
  }
}
