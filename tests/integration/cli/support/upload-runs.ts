import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { machineAccess } from '../../../support/bucket/bucket.js';
import type { S3Key } from '../../../support/bucket/ceph.js';
import { type Run, type RunOptions, runConvert, startConvert } from '../../support/run-convert.js';
import { bucketHere, convertHere, outboxHere } from '../../support/run-here.js';
import type { TemporaryFolder } from '../../support/temporary-folder.js';

/** A folder with sources, from which `convert` uploads with AWS variables. */
export interface UploadPlace {
  readonly path: string;
  /** Runs `convert` in the test's process; `runAlone` in one of its own, which can be stopped. */
  readonly run: (args: readonly string[]) => Promise<Run>;
  readonly runAlone: (
    args: readonly string[],
    options?: Omit<RunOptions, 'cwd' | 'env'>,
  ) => Promise<Run>;
  /** Starts `convert` in a process group of its own, which a test kills. */
  readonly start: (args: readonly string[]) => ChildProcess;
  /** Runs `outbox` in the test's process. */
  readonly outbox: (...args: readonly string[]) => Promise<Run>;
  /** Runs `bucket` in the test's process. */
  readonly bucket: (...args: readonly string[]) => Promise<Run>;
  /** Full paths of the PDFs that `convert` keeps because they were not delivered. */
  readonly kept: () => readonly string[];
}

/**
 * Creates such a folder, isolated from the AWS and Platen settings of the machine. @param endpoint
 * of the server; the region is the default one
 */
export function uploadPlace(
  folder: TemporaryFolder,
  files: Readonly<Record<string, string | Buffer>>,
  { endpoint, key }: { readonly endpoint: string; readonly key: S3Key },
): UploadPlace {
  const path = folder.with({ ...files, 'aws/config': '', 'aws/credentials': '' });
  const configFolder = join(path, 'config');
  const env = machineAccess({ owner: key, endpoint }, path);
  return {
    path,
    run: async (args) => convertHere(args, { cwd: path, env, configFolder }),
    runAlone: async (args, options) =>
      runConvert(args, { cwd: path, env, configFolder, ...options }),
    start: (args) => startConvert(args, { cwd: path, env, configFolder, detached: true }),
    outbox: async (...args) => outboxHere(args, { env, configFolder }),
    bucket: async (...args) => bucketHere(args, { env, configFolder }),
    kept: () => {
      const kept = join(configFolder, 'Platen', 'kept-by-convert');
      const names = existsSync(kept) ? readdirSync(kept) : [];
      return names.filter((name) => name.endsWith('.pdf')).map((name) => join(kept, name));
    },
  };
}

/** Returns the path of the kept PDF in an error. */
export function keptPathIn(stderr: string): string {
  return /[Tt]he PDF is kept at (.+?\.pdf)[.\n]/.exec(stderr)?.[1] ?? '';
}

/** Returns whether a file is a complete PDF. */
export function isWholePdf(path: string): boolean {
  const text = readFileSync(path, 'latin1');
  return text.startsWith('%PDF-') && text.trimEnd().endsWith('%%EOF');
}
