import type { ConversionRequest } from '../../shared/request/request.js';
import { objectLocation, s3Uri, unknownTitleIssue } from '../../shared/request/storage.js';
import { invalidRequest } from '../../shared/request/validation.js';
import { expandFilename } from '../../shared/request/filename.js';
import { type DeliveryRequest, placeholderValues } from '../files/plan-delivery.js';
import type { RemoteRenderer } from '../engine/remote-renderer.js';
import type { Job } from './job.js';
import { UploadPlaces, type UploadsOfJob, checkPlaces } from './upload-places.js';

/** What jobs ask of a service: what a request says, with its placeholders filled in, as a service knows none. */
export class RemoteRequests {
  /** No service is asked to put the PDF of one job over that of another. */
  readonly #places = new UploadPlaces();

  constructor(private readonly remote: Pick<RemoteRenderer, 'storageOf'>) {}

  /** Gives the job's PDF its place in the bucket that the service fills, in the order of the list. */
  expect(job: Readonly<Job>, wish: DeliveryRequest): void {
    const uploads = uploadsOf(job, this.#storageOf(job));
    if (uploads !== null) this.#places.expect(uploads, placeholderValues(wish, ''));
  }

  forget({ id }: Readonly<Job>): void {
    this.#places.release(id);
  }

  /** @throws AppError `invalid-request` for a place that no bucket takes, or that is not known before the PDF is made */
  of(job: Readonly<Job>, wish: DeliveryRequest): ConversionRequest {
    const { request } = job.options;
    const { filename } = request;
    const storage = this.#storageOf(job);
    const values = placeholderValues(wish, '');
    return {
      ...request,
      source: wish.source,
      ...(filename !== undefined && { filename: apiName(expandFilename(filename, values)) }),
      ...(storage && { storage: this.#storage(storage, job, wish) }),
    };
  }

  /** Whether a service puts the job's PDF into a bucket, where an object of its name has nothing to do with the disk. */
  fillsBucket(job: Readonly<Job>): boolean {
    return this.#storageOf(job)?.provider === 'object_store';
  }

  /** Where the service is to put the PDF, with its placeholders: as the request says, else as the service's settings do. */
  #storageOf({ options }: Readonly<Job>): ConversionRequest['storage'] {
    const { renderOn, request } = options;
    if (renderOn === null) return undefined;
    return request.storage ?? this.remote.storageOf(renderOn);
  }

  #storage(
    storage: NonNullable<ConversionRequest['storage']>,
    job: Readonly<Job>,
    wish: DeliveryRequest,
  ): NonNullable<ConversionRequest['storage']> {
    const uploads = uploadsOf(job, storage);
    if (storage.provider !== 'object_store' || uploads === null) return storage;
    const { bucketDestination } = storage;
    const message = unknownTitleIssue(bucketDestination);
    if (message !== null) throw invalidRequest([{ field: 'storage.bucketDestination', message }]);
    const places = this.#places.of(uploads, placeholderValues(wish, ''));
    checkPlaces(places);
    const [place = objectLocation(bucketDestination, placeholderValues(wish, ''))] = places;
    return { ...storage, bucketDestination: s3Uri(place) };
  }
}

/** Names that a pattern makes may hold letters that the interface does not know (section 2.1). */
function apiName(name: string): string {
  return name.replace(/[^A-Za-z0-9_.-]/gu, '-');
}

function uploadsOf(
  { id, added, options }: Readonly<Job>,
  storage: ConversionRequest['storage'],
): UploadsOfJob | null {
  if (options.renderOn === null || storage?.provider !== 'object_store') return null;
  const { bucketDestination: destination } = storage;
  return {
    owner: id,
    batch: `${added} ${options.renderOn}`,
    wishes: [{ target: null, destination, existing: 'ask' }],
  };
}
