import { AppError } from '../../shared/errors.js';
import type { UploadRequest } from '../../shared/output.js';
import {
  type ObjectLocation,
  objectLocation,
  keyLengthIssue,
} from '../../shared/request/storage.js';
import { type PlaceholderValues, hasPlaceholder } from '../../shared/request/filename.js';
import { requestedPlace } from '../../shared/upload-wishes.js';
import { ClaimedNames } from '../files/claimed-names.js';
import { numberedKey } from '../s3/numbered-key.js';
import type { UploadPlace } from '../outbox/delivery-sink.js';

/** Where the PDF of one job is to be uploaded, as it was wished. */
export interface UploadsOfJob {
  /** The job's id. */
  readonly owner: string;
  /** What jobs have in common that were added together: only these share the keys of a bucket. */
  readonly batch: string;
  readonly wishes: readonly UploadRequest[];
}

/**
 * The places in buckets that the jobs of a batch have between them, so that none writes over what another has put there: the later one is numbered. What
 * is in the bucket already is the business of the upload.
 */
export class UploadPlaces {
  readonly #keys = new ClaimedNames({ numbered: numberedClaim, folded: (claim) => claim });
  readonly #owners = new Map<string, readonly string[]>();

  /** Claims places in the order of the list, where that can be done without the page's title. */
  expect(uploads: UploadsOfJob, values: PlaceholderValues): void {
    this.release(uploads.owner);
    const { wishes } = uploads;
    this.#owners.set(
      uploads.owner,
      wishes.map((wish) => claimOwner(uploads, wish)),
    );
    for (const wish of wishes) {
      if (!hasPlaceholder(wish.destination, 'title')) this.#claim(uploads, wish, values);
    }
  }

  /** The places with their placeholders filled in. */
  of(uploads: UploadsOfJob, values: PlaceholderValues): readonly UploadPlace[] {
    return uploads.wishes.map((wish) => {
      const { target, existing } = wish;
      return { ...this.#claim(uploads, wish, values), target, existing };
    });
  }

  /** Gives the places back, as their job is gone. */
  release(owner: string): void {
    for (const claim of this.#owners.get(owner) ?? []) this.#keys.release(claim);
    this.#owners.delete(owner);
  }

  #claim(uploads: UploadsOfJob, wish: UploadRequest, values: PlaceholderValues) {
    const { bucket, key } = objectLocation(wish.destination, values);
    const space = [uploads.batch, wish.target ?? '', bucket, ''].join(parting);
    const claimed = this.#keys.claim(claimOwner(uploads, wish), `${space}${key}`);
    return { bucket, key: keyOf(claimed) };
  }
}

/** @throws AppError `invalid-request` with the sentence about the first place that no bucket takes */
export function checkPlaces(places: readonly ObjectLocation[]): void {
  for (const place of places) {
    const message = keyLengthIssue(place);
    if (message === null) continue;
    throw new AppError('invalid-request', message, [{ field: 'uploads', message }]);
  }
}

/** Parts a key from what it is claimed in; neither holds it. */
const parting = '\n';

function keyOf(claim: string): string {
  return claim.slice(claim.lastIndexOf(parting) + 1);
}

function numberedClaim(claim: string, number: number): string {
  const key = keyOf(claim);
  return claim.slice(0, claim.length - key.length) + numberedKey(key, number);
}

function claimOwner({ owner }: UploadsOfJob, wish: UploadRequest): string {
  return [owner, requestedPlace(wish)].join(parting);
}
