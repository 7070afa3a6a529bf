import { message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import { bucketAccessTo } from '../../outbox/uploaders.js';
import { quote } from '../../../shared/request/text.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import { type BucketFolder, bucketUri, isBucket, machineTarget } from '../../../shared/targets.js';
import type { BucketAccess } from '../../s3/bucket-access.js';
import { once } from '../../util/async.js';
import { type CommandIo, type ExitStatus, exitStatus, reportError } from '../command-io.js';
import { optionField } from '../command-line.js';
import { type ConvertDeliverySettings, findTarget } from '../convert/deliveries.js';
import { helpText } from '../help.js';
import { type BucketTask, bucketPage, bucketOptions, parseBucketArguments } from './arguments.js';

export interface BucketParts {
  readonly io: Pick<CommandIo, 'stdout' | 'stderr'>;
  readonly deliverySettings: (log: (line: string) => void) => Promise<ConvertDeliverySettings>;
  readonly stop: AbortSignal;
}

/**
 * Lists buckets, or the folders of a folder. Never throws: errors go to standard error and
 * determine the exit status.
 * @param args the arguments after `bucket`
 */
export async function runBucket(args: readonly string[], parts: BucketParts): Promise<ExitStatus> {
  const { io } = parts;
  try {
    const task = parseBucketArguments(args);
    if (task.verb === 'help') {
      io.stdout.write(helpText(bucketPage()));
      return exitStatus.success;
    }
    return await list(task, parts);
  } catch (error) {
    return reportError(error, io, optionField(bucketOptions));
  }
}

async function list(
  { place, target, json }: Exclude<BucketTask, { readonly verb: 'help' }>,
  { io, deliverySettings, stop }: BucketParts,
): Promise<ExitStatus> {
  const settings = once(async () => deliverySettings((line) => io.stderr.write(`${line}\n`)));
  const id = target === undefined ? null : await findBucketTarget(target, settings);
  const { bucket, prefix } = place ?? { bucket: '', prefix: '' };
  const key = prefix === '' ? '' : `${prefix}/`;
  const accessTo = bucketAccessTo((await settings()).accessTo);
  const access = await accessTo(id, { bucket, key });
  const count =
    place === null
      ? await writeBuckets(access, io, json)
      : await writeFolders(access, place, { io, json, stop });
  if (stop.aborted) return exitStatus.failure;
  if (count === 0) io.stderr.write(`${englishText(emptyMessage(place))}\n`);
  return exitStatus.success;
}

/** @throws AppError `invalid-request` for an unknown destination, and for a server */
async function findBucketTarget(
  name: string,
  settings: () => Promise<ConvertDeliverySettings>,
): Promise<string> {
  const target = await findTarget(name, settings);
  if (target === null || isBucket(target)) return target?.id ?? machineTarget;
  const issue = message('bucketCommand.targetIsServer', { name: quote(target.name) });
  throw invalidRequest([{ field: 'target', message: issue }]);
}

function emptyMessage(place: BucketFolder | null) {
  return place === null
    ? message('bucketCommand.noBuckets')
    : message('bucketCommand.noFolders', { uri: bucketUri(place) });
}

async function writeBuckets(
  access: BucketAccess,
  { stdout }: BucketParts['io'],
  isJson: boolean,
): Promise<number> {
  const { listBuckets } = await import('../../s3/list-folders.js');
  const buckets = await listBuckets(access);
  for (const bucket of buckets) {
    const uri = bucketUri({ bucket, prefix: '' });
    stdout.write(isJson ? `${JSON.stringify({ bucket, uri })}\n` : `${uri}\n`);
  }
  return buckets.length;
}

interface FolderOutput extends Pick<BucketParts, 'io' | 'stop'> {
  readonly json: boolean;
}

/** Writes folders as they are found. */
async function writeFolders(
  access: BucketAccess,
  { bucket, prefix: parent }: BucketFolder,
  { io, json, stop }: FolderOutput,
): Promise<number> {
  const { listFolders } = await import('../../s3/list-folders.js');
  let count = 0;
  let after: string | null = null;
  do {
    const page = await listFolders(access, { bucket, prefix: parent, after });
    for (const name of page.folders) {
      const folder = parent === '' ? name : `${parent}/${name}`;
      const uri = bucketUri({ bucket, prefix: folder });
      io.stdout.write(json ? `${JSON.stringify({ bucket, folder, uri })}\n` : `${uri}\n`);
    }
    count += page.folders.length;
    after = page.next;
  } while (after !== null && !stop.aborted);
  return count;
}
