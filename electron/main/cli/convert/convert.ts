import { errorData } from '../../../shared/errors.js';
import type { LocalEngine } from '../../engine/pdf-engine.js';
import type { DeliverySettings } from '../../outbox/delivery-settings.js';
import { PdfSpool } from '../../files/pdf-spool.js';
import { removeLeftovers } from '../../files/temporary-file.js';
import { parseConvertArguments } from './arguments.js';
import type { CommandIo } from '../command-io.js';
import { convertAll } from './convert-all.js';
import { type ExitStatus, exitStatus, exitStatusOf } from '../exit-status.js';
import { convertHelp } from '../help.js';
import type { RemoteServices } from './find-remote.js';
import { createReporter } from './reporter.js';

/** What `convert` works with. */
export interface ConvertParts {
  readonly io: CommandIo;
  readonly engine: LocalEngine;
  readonly version: string;
  /** Full path of the folder for PDFs that cannot be written where they should go. */
  readonly keptFolder: string;
  /**
   * Reads what the settings say about buckets and webhooks: only where something is to go there, as
   * it takes time.
   */
  readonly deliverySettings: (log: (line: string) => void) => Promise<DeliverySettings>;
  /** Reads what the settings say about services that make PDFs: only where one is to. */
  readonly remoteServices: (log: (line: string) => void) => Promise<RemoteServices>;
  /** Stops the run: what is not yet made is not made, and nothing half made stays behind. */
  readonly stop: AbortSignal;
}

/**
 * Runs `convert` (design, 2). Never throws: what goes wrong is told on stderr and by the status.
 */
export async function runConvert(
  args: readonly string[],
  { io, engine, version, keptFolder, deliverySettings, remoteServices, stop }: ConvertParts,
): Promise<ExitStatus> {
  const reporter = createReporter(io, {
    json: args.includes('--json'),
    quiet: args.includes('--quiet'),
  });
  try {
    const task = parseConvertArguments(args, io.cwd());
    if (task.action === 'convert') {
      await removeLeftovers(keptFolder);
      const kept = new PdfSpool(keptFolder);
      const settings = once(async () => deliverySettings((line) => reporter.note(line)));
      const services = async () => remoteServices((line) => reporter.note(line));
      const run = { io, engine, version, reporter, kept, settings, services, stop };
      return await convertAll(task, run);
    }
    io.stdout.write(task.action === 'help' ? convertHelp() : `${version}\n`);
    return exitStatus.allMade;
  } catch (error) {
    const data = errorData(error);
    reporter.failed(null, data);
    return exitStatusOf(0, [data]);
  }
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return async () => (reading ??= read());
}
