import type { JobOptions } from './jobs.js';
import type { UploadRequest } from './output.js';

/** What of a job's options says where its PDF goes. */
interface Destinations {
  readonly request: Pick<JobOptions['request'], 'storage'>;
  readonly output: Pick<JobOptions['output'], 'save' | 'uploads'>;
  readonly renderOn?: JobOptions['renderOn'];
}

/**
 * Where the PDF of a job is to be uploaded: the place that the request's own `storage` names (the
 * interface, section 2.4) first, then those of its output. A place that is named twice counts once;
 * what happens to an object that is there, `storage` cannot say, so that an entry of the output for
 * the same place says it. The storage of a job that a service makes is that service's to fill.
 */
export function uploadRequests({
  request,
  output,
  renderOn = null,
}: Destinations): readonly UploadRequest[] {
  const { storage } = request;
  const own: readonly UploadRequest[] =
    renderOn === null && storage?.provider === 'object_store'
      ? [{ target: null, destination: storage.bucketDestination, existing: 'ask' }]
      : [];
  const places = new Map<string, UploadRequest>();
  for (const wish of [...own, ...output.uploads]) {
    const place = requestedPlace(wish);
    // A Map keeps the place that an entry had first.
    if (places.get(place) === undefined || places.get(place) === own[0]) places.set(place, wish);
  }
  return [...places.values()];
}

/** What tells one wished place from another, as text. */
export function requestedPlace({ target, destination }: UploadRequest): string {
  return target === null ? destination : `${target} ${destination}`;
}

/**
 * The mistake of a job whose PDF would be nowhere in the end, in a sentence; null if there is none.
 */
export function nowhereIssue(options: Destinations): string | null {
  // What a service makes is where it puts it.
  if (options.output.save || (options.renderOn ?? null) !== null) return null;
  if (uploadRequests(options).length > 0) return null;
  return 'The PDF is neither saved on this computer nor uploaded; choose one of them.';
}
