import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { modesOf } from '../../../files/private-files.js';
import { isRunning, machineMark } from '../../../files/temporary-file.js';

/** Another computer, or another container, may use the same folder, and have processes of the same numbers. */
const ownPrefix = `run-${machineMark()}-`;

/** A folder for the PDFs of one run, which nobody can ask for once it has ended. */
export class InMemoryResults {
  private constructor(
    /** Its full path. */
    readonly folder: string,
  ) {}

  /** Makes one inside a folder, and removes what killed runs of this computer have left there. */
  static async make(parent: string): Promise<InMemoryResults> {
    const folder = join(parent, `${ownPrefix}${process.pid}`);
    const { folder: mode } = modesOf('private');
    await mkdir(parent, { recursive: true, mode });
    const left = (await readdir(parent)).filter(isLeft);
    await Promise.all(left.map(async (name) => removeAll(join(parent, name))));
    await mkdir(folder, { recursive: true, mode });
    return new InMemoryResults(folder);
  }

  async remove(): Promise<void> {
    await removeAll(this.folder);
  }
}

async function removeAll(folder: string): Promise<void> {
  // Windows does not let go of a PDF that is still being read, or looked through for viruses, for a moment.
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Whether a name is that of a folder whose run is over; an earlier one of this process is too. */
function isLeft(name: string): boolean {
  if (!name.startsWith(ownPrefix)) return false;
  const pid = Number(name.slice(ownPrefix.length));
  return Number.isInteger(pid) && (pid === process.pid || !isRunning(pid));
}
