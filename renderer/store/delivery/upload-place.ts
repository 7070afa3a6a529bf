import { bucketDestinationMistake } from '@shared/request/bucket-destination.js';
import { type BucketTarget, targetFolder } from '@shared/targets.js';

/** Where one PDF goes in a target: the target's folder and the name of the file. */
export function uploadDestination(target: BucketTarget, name: string): string {
  return `${targetFolder(target)}${nameInBucket(name)}`;
}

/** The name of a finished PDF as a destination takes it: those may hold placeholders, and a name is none, whatever the PDF's title says. */
export function nameInBucket(name: string): string {
  return name.replaceAll('{', '(').replaceAll('}', ')');
}

/**
 * Where the PDFs of a batch go in a target, with placeholders: the path below the target's folder, and the file name where the path does
 * not end in one.
 * @param path as typed; empty: straight in the target's folder
 * @param filename the form's file name; empty: that of the source
 */
export function batchDestination(target: BucketTarget, path: string, filename: string): string {
  const written = path.trim().replace(/^\/+/, '');
  const name = filename === '' ? '{name}.pdf' : filename;
  if (written.endsWith('.pdf')) return `${targetFolder(target)}${written}`;
  const folder = written.replace(/\/+$/, '');
  return `${targetFolder(target)}${folder === '' ? '' : `${folder}/`}${name}`;
}

/** The mistake in the path of a batch in buckets, as it is with the first target; null if there is none. */
export function uploadPathMistake(
  targets: readonly BucketTarget[],
  path: string,
  filename: string,
): string | null {
  const [target] = targets;
  return target ? bucketDestinationMistake(batchDestination(target, path, filename)) : null;
}
