import { resolve } from 'node:path';
import { buildIfStale } from '../../../tools/launch/build.mjs';

/** Builds the bundles once, before any test starts Platen as a process. */
export async function setup(): Promise<void> {
  await buildIfStale(resolve(import.meta.dirname, '../../..'));
}
