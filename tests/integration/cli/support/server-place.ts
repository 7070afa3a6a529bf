import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { convertHere, outboxHere } from '../../support/run-here.js';
import type { TemporaryFolder } from '../../support/temporary-folder.js';

interface PlaceOptions {
  readonly folder: TemporaryFolder;
  /** The sources, by their relative paths. */
  readonly files: Readonly<Record<string, string>>;
  /** A folder on the server, by its path on this machine. */
  readonly there: string;
  /** Variables of all commands. */
  readonly env: NodeJS.ProcessEnv;
}

/** Returns a folder with sources, with settings of its own, and commands that run in it. */
export function serverPlace({ folder, files, there, env }: PlaceOptions) {
  const path = folder.with(files);
  const configFolder = join(path, 'config');
  const outbox = async (args: readonly string[]) => outboxHere(args, { configFolder, env });
  return {
    ...{ path, configFolder, there, outbox },
    run: async (args: readonly string[], variables: NodeJS.ProcessEnv = {}) =>
      convertHere([...args, '--quiet'], {
        cwd: path,
        configFolder,
        env: { ...env, ...variables },
      }),
    /** The IDs of the PDFs that `convert` has kept. */
    keptIds: async () => {
      const { lines } = await outbox(['list', '--json']);
      return lines.map((line) => (JSON.parse(line) as { id: string }).id);
    },
    /** The files on the server. */
    names: () => filesIn(there),
  };
}

/** Returns the relative paths of the files below a folder, without those of mod_dav. */
export function filesIn(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('.DAV'))
    .map((entry) => relative(path, join(entry.parentPath, entry.name)))
    .toSorted();
}
