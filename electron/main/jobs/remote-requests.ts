import { objectLocation, unknownTitleIssue } from '../../shared/request/storage.js';
import { locationUri } from '../../shared/upload-location.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import { fieldIssue, invalidRequest } from '../../shared/request/validation.js';
import { expandFilename } from '../../shared/request/filename.js';
import type { RemoteRenderer } from '../engine/remote-renderer.js';
import { type DeliveryRequest, placeholderValues } from '../files/plan-delivery.js';
import type { Job } from './job.js';
import { UploadPlaces, type UploadsOfJob, checkPlaces } from './upload-places.js';

type Storage = NonNullable<ConversionRequest['storage']>;

/** Builds the requests of jobs to services, which do not support placeholders. */
export class RemoteRequests {
  readonly #remote: Pick<RemoteRenderer, 'storageOf'>;
  /** Keeps a service from storing the PDF of one job over that of another. */
  readonly #places = new UploadPlaces();

  constructor(remote: Pick<RemoteRenderer, 'storageOf'>) {
    this.#remote = remote;
  }

  /** Reserves the key in the bucket that the service uploads to, in the order of the list. */
  reserve(job: Readonly<Job>, delivery: DeliveryRequest): void {
    const uploads = uploadsOf(job, this.#storageOf(job));
    if (uploads !== null) this.#places.reserve(uploads, placeholderValues(delivery, ''));
  }

  forget({ id }: Readonly<Job>): void {
    this.#places.release(id);
  }

  /**
   * @throws AppError `invalid-request` for a destination that is invalid or depends on the title
   */
  of(job: Readonly<Job>, delivery: DeliveryRequest): ConversionRequest {
    const { request } = job.options;
    const { filename } = request;
    const storage = this.#storageOf(job);
    const values = placeholderValues(delivery, '');
    return {
      ...request,
      source: delivery.source,
      ...(filename !== undefined && { filename: apiName(expandFilename(filename, values)) }),
      ...(storage && { storage: this.#resolved(storage, job, delivery) }),
    };
  }

  /** Returns true if a service uploads the job's PDF to a bucket. */
  usesBucket(job: Readonly<Job>): boolean {
    return this.#storageOf(job)?.provider === 'object_store';
  }

  /** The storage of the request, else that of the service's settings. */
  #storageOf({ options }: Readonly<Job>): ConversionRequest['storage'] {
    const { renderOn, request } = options;
    if (renderOn === null) return undefined;
    return request.storage ?? this.#remote.storageOf(renderOn);
  }

  #resolved(storage: Storage, job: Readonly<Job>, delivery: DeliveryRequest): Storage {
    const uploads = uploadsOf(job, storage);
    if (storage.provider !== 'object_store' || uploads === null) return storage;
    const { bucketDestination } = storage;
    const issue = unknownTitleIssue(bucketDestination);
    if (issue !== null) throw invalidRequest([fieldIssue('storage.bucketDestination', issue)]);
    const values = placeholderValues(delivery, '');
    const places = this.#places.of(uploads, values);
    checkPlaces(places);
    const [place = objectLocation(bucketDestination, values)] = places;
    return { ...storage, bucketDestination: locationUri(place) };
  }
}

/** Replaces letters that the API does not allow in file names (section 2.1). */
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
    requests: [{ target: null, destination, existing: 'ask' }],
  };
}
