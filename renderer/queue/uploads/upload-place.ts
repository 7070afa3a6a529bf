import type { Message } from '@shared/messages/message.js';
import { bucketDestinationIssue } from '@shared/request/storage.js';
import { type BucketTarget, targetFolder } from '@shared/targets.js';

/** Returns the path of one PDF in a destination. */
export function uploadDestination(target: BucketTarget, name: string): string {
  return `${targetFolder(target)}${nameInBucket(name)}`;
}

/** Escapes braces in a finished file name, because destinations interpret them as placeholders. */
export function nameInBucket(name: string): string {
  return name.replaceAll('{', '(').replaceAll('}', ')');
}

/**
 * Returns the path of a batch in a destination, with placeholders: its folder, the upload path, and
 * the file name unless the path ends in one.
 * @param path as entered; empty for the destination's folder
 * @param filename the form's file name; empty for that of the source
 */
export function batchDestination(target: BucketTarget, path: string, filename: string): string {
  const written = path.trim().replace(/^\/+/, '');
  const name = filename === '' ? '{name}.pdf' : filename;
  if (written.endsWith('.pdf')) return `${targetFolder(target)}${written}`;
  const folder = written.replace(/\/+$/, '');
  return `${targetFolder(target)}${folder === '' ? '' : `${folder}/`}${name}`;
}

/** Returns the error of the upload path for the first destination; null for none. */
export function uploadPathIssue(
  targets: readonly BucketTarget[],
  path: string,
  filename: string,
): Message | null {
  const [target] = targets;
  return target ? bucketDestinationIssue(batchDestination(target, path, filename)) : null;
}
