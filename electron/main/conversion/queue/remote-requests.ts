import type { ConversionRequest } from '../../../shared/request/conversion-request.js';
import { bucketPlace, destinationText } from '../../../shared/request/bucket-destination.js';
import { invalidRequest } from '../../../shared/request/field-issues.js';
import { expandFilename, hasPlaceholder } from '../../../shared/request/filename-pattern.js';
import { quote } from '../../../shared/request/wording.js';
import { type DeliveryWish, placeholderValues } from '../../delivery/plan-delivery.js';
import type { Job } from './job.js';
import { UploadPlaces, type UploadsOfJob, checkPlaces } from './upload-places.js';

/** What jobs ask of a service: what a request says, with its placeholders filled in, as a service knows none. */
export class RemoteRequests {
  /** No service is asked to put the PDF of one job over that of another. */
  readonly #places = new UploadPlaces();

  /** Gives the job's PDF its place in the bucket that the service fills, in the order of the list. */
  expect(job: Readonly<Job>, wish: DeliveryWish): void {
    const uploads = uploadsOf(job);
    if (uploads !== null) this.#places.expect(uploads, placeholderValues(wish, ''));
  }

  forget({ id }: Readonly<Job>): void {
    this.#places.release(id);
  }

  /** @throws AppError `invalid-request` for a place that no bucket takes, or that is not known before the PDF is made */
  of(job: Readonly<Job>, wish: DeliveryWish): ConversionRequest {
    const { request } = job.options;
    const { filename, storage } = request;
    const values = placeholderValues(wish, '');
    return {
      ...request,
      source: wish.source,
      ...(filename !== undefined && { filename: interfaceName(expandFilename(filename, values)) }),
      ...(storage && { storage: this.#storage(storage, job, wish) }),
    };
  }

  #storage(
    storage: NonNullable<ConversionRequest['storage']>,
    job: Readonly<Job>,
    wish: DeliveryWish,
  ): NonNullable<ConversionRequest['storage']> {
    const uploads = uploadsOf(job);
    if (storage.provider !== 'object_store' || uploads === null) return storage;
    const { bucketDestination } = storage;
    if (hasPlaceholder(bucketDestination, 'title')) throw unknownTitle(bucketDestination);
    const places = this.#places.of(uploads, placeholderValues(wish, ''));
    checkPlaces(places);
    const [place = bucketPlace(bucketDestination, placeholderValues(wish, ''))] = places;
    return { ...storage, bucketDestination: destinationText(place) };
  }
}

/** Names that a pattern makes may hold letters that the interface does not know (section 2.1). */
function interfaceName(name: string): string {
  return name.replace(/[^A-Za-z0-9_.-]/gu, '-');
}

function uploadsOf({ id, added, options }: Readonly<Job>): UploadsOfJob | null {
  const { storage } = options.request;
  if (options.renderOn === null || storage?.provider !== 'object_store') return null;
  const { bucketDestination: destination } = storage;
  return {
    owner: id,
    batch: `${added} ${options.renderOn}`,
    wishes: [{ target: null, destination, existing: 'ask' }],
  };
}

function unknownTitle(destination: string) {
  const message = `The bucket destination ${quote(destination)} has the page's title in it, which is not known before a service makes the PDF; use {name} or {n} in its place.`;
  return invalidRequest([{ field: 'storage.bucketDestination', message }]);
}
