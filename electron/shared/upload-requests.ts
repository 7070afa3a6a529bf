import type { JobOptions } from './jobs.js';
import { type Message, message } from './messages/message.js';
import type { UploadRequest } from './output.js';

/** The options of a job that decide where its PDF goes. */
interface Destinations {
  readonly request: Pick<JobOptions['request'], 'storage'>;
  readonly output: Pick<JobOptions['output'], 'save' | 'uploads'>;
  readonly renderOn?: JobOptions['renderOn'];
}

/**
 * That of the request's own `storage` (the API, section 2.4), then those of its output. If both
 * have the same destination, the one of the output is used, because `storage` has no policy for
 * existing objects. If a service renders the job, the service also handles `storage`.
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
  for (const upload of [...own, ...output.uploads]) {
    const place = requestedPlace(upload);
    // A Map keeps the order in which keys were added.
    if (places.get(place) === undefined || places.get(place) === own[0]) places.set(place, upload);
  }
  return [...places.values()];
}

/** Identifies the requested place. */
export function requestedPlace({ target, destination }: UploadRequest): string {
  return target === null ? destination : `${target} ${destination}`;
}

/** Of a job whose PDF would not be delivered anywhere, or null. */
export function destinationIssue(options: Destinations): Message | null {
  // A service stores the PDFs that it renders.
  if (options.output.save || (options.renderOn ?? null) !== null) return null;
  return uploadRequests(options).length > 0 ? null : message('jobs.noDestination');
}
