import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../shared/errors.js';

/** A folder for the PDFs of one run, which nobody can ask for once it has ended. */
export class RunResults {
  private constructor(
    /** Its full path. */
    readonly folder: string,
  ) {}

  /** Makes one inside a folder, and removes what killed runs have left there. */
  static async make(parent: string): Promise<RunResults> {
    const folder = join(parent, `run-${process.pid}`);
    await mkdir(parent, { recursive: true });
    const left = (await readdir(parent)).filter((name) => !isRunning(name));
    await Promise.all(
      [...left, `run-${process.pid}`].map(async (name) => removeAll(join(parent, name))),
    );
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new RunResults(folder);
  }

  async remove(): Promise<void> {
    await removeAll(this.folder);
  }
}

async function removeAll(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Whether a name is that of a folder whose run goes on; what is no such folder at all is left alone. */
function isRunning(name: string): boolean {
  const [, pid] = /^run-(\d+)$/.exec(name) ?? [];
  if (pid === undefined) return true;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
