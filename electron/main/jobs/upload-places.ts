import type { JobOptions } from '../../shared/jobs.js';
import { fieldIssue, invalidRequest } from '../../shared/request/validation.js';
import type { UploadRequest } from '../../shared/output.js';
import { keyLengthIssue } from '../../shared/request/storage.js';
import {
  type UploadLocation,
  containerOf,
  locationUri,
  uploadLocation,
} from '../../shared/upload-location.js';
import { type PlaceholderValues, hasPlaceholder } from '../../shared/request/filename.js';
import { type SplitPart, partFilename } from '../../shared/split.js';
import { requestedPlace } from '../../shared/upload-requests.js';
import { ClaimedNames } from '../files/claimed-names.js';
import type { UploadPlace } from '../outbox/delivery-sink.js';
import { numberedKey } from '../uploads/numbered-key.js';

/** The uploads of one job as requested. */
export interface UploadsOfJob {
  /** The job's id, or that of a part of its PDF. */
  readonly owner: string;
  /** Which part of the PDF is uploaded; absent: all. */
  readonly part?: SplitPart | undefined;
  /** What jobs that were added together have in common: only these avoid each other's keys. */
  readonly batch: string;
  readonly requests: readonly UploadRequest[];
}

/**
 * Reserves keys in buckets and on servers for the jobs of a batch, so that none overwrites the
 * object of another: the later one is numbered. Objects that exist already are up to the upload.
 */
export class UploadPlaces {
  readonly #keys = new ClaimedNames({ numbered: numberedClaim, folded: (claim) => claim });
  readonly #owners = new Map<string, readonly string[]>();

  /** Reserves keys in the order of the list, where they do not depend on the page's title. */
  reserve(uploads: UploadsOfJob, values: PlaceholderValues): void {
    this.release(uploads.owner);
    const { requests } = uploads;
    this.#own(uploads);
    for (const request of requests) {
      if (!hasPlaceholder(request.destination, 'title')) this.#claim(uploads, request, values);
    }
  }

  /** All placeholders are replaced. */
  of(uploads: UploadsOfJob, values: PlaceholderValues): readonly UploadPlace[] {
    if (uploads.part !== undefined) this.#own(uploads);
    return uploads.requests.map((request) => {
      const { target, existing } = request;
      return { ...this.#claim(uploads, request, values), target, existing };
    });
  }

  release(owner: string): void {
    for (const claim of this.#owners.get(owner) ?? []) this.#keys.release(claim);
    this.#owners.delete(owner);
  }

  #own(uploads: UploadsOfJob): void {
    const claims = uploads.requests.map((request) => claimOwner(uploads, request));
    this.#owners.set(uploads.owner, claims);
  }

  #claim(uploads: UploadsOfJob, request: UploadRequest, values: PlaceholderValues): UploadLocation {
    const place = uploadLocation(request.destination, values);
    const { key: whole } = place;
    const key = uploads.part === undefined ? whole : partKey(whole, uploads.part);
    const scope = [uploads.batch, request.target ?? '', containerOf(place), ''].join(separator);
    const claimed = this.#keys.claim(claimOwner(uploads, request), `${scope}${key}`);
    return { ...place, key: keyOf(claimed) };
  }
}

/** @throws AppError `invalid-request` about the first destination whose key is too long */
export function checkPlaces(places: readonly UploadLocation[]): void {
  for (const place of places) {
    const issue = keyLengthIssue(locationUri(place), place.key);
    if (issue !== null) throw invalidRequest([fieldIssue('uploads', issue)]);
  }
}

/** Separates a key from the scope it is claimed in; neither contains it. */
const separator = '\n';

/** Its last part is the name of the part's file. */
function partKey(key: string, part: SplitPart): string {
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  return `${folder}${partFilename(key.slice(folder.length), part)}`;
}

function keyOf(claim: string): string {
  return claim.slice(claim.lastIndexOf(separator) + 1);
}

function numberedClaim(claim: string, number: number): string {
  const key = keyOf(claim);
  return claim.slice(0, claim.length - key.length) + numberedKey(key, number);
}

function claimOwner({ owner }: UploadsOfJob, request: UploadRequest): string {
  return [owner, requestedPlace(request)].join(separator);
}

/**
 * Null if no upload goes to the target.
 * @param moved returns a new destination; both may contain placeholders
 */
export function withMovedUploads(
  options: JobOptions,
  target: string,
  moved: (destination: string) => string,
): JobOptions | null {
  const { output } = options;
  const uploads = output.uploads.map((upload) =>
    upload.target === target ? { ...upload, destination: moved(upload.destination) } : upload,
  );
  const isMoved = uploads.some(
    ({ destination }, index) => destination !== output.uploads[index]?.destination,
  );
  return isMoved ? { ...options, output: { ...output, uploads } } : null;
}
