import { setTimeout as after } from 'node:timers/promises';
import { type ObjectLocation, objectLocation, s3Uri } from '../../../shared/request/storage.js';
import { AppError, errorText } from '../../../shared/errors.js';
import type { AccessTo, BucketAccess } from '../../s3/bucket-access.js';
import type { Upload } from '../../s3/upload.js';
import { DeliveryFailure } from '../../network/delivery-failure.js';
import { interactiveSchedule, delayAfter } from '../../outbox/schedule.js';

/** A PDF that is to be put into its bucket. */
export interface BucketPdf {
  /** Goes into the object's metadata: an object with the same one is this PDF, put there by a server that was killed before it could say so. */
  readonly id: string;
  /** As the interface writes it (section 2.4), checked. */
  readonly destination: string;
  readonly parts: readonly Buffer[];
  readonly size: number;
  readonly compliance: { readonly hipaa: boolean };
}

/** A bucket that only who runs the service can make writable, or can look after. Strangers hear no more than that: the rest is about this computer. */
export class SetUpFailure extends DeliveryFailure {
  /** @param reason what is wrong, for the log: it names the profile or the file, and no key */
  constructor(
    readonly reason: string,
    details: { readonly field?: string | undefined; readonly cause: unknown },
    code: keyof typeof publicMessages = 'delivery-refused',
  ) {
    super(code, publicMessages[code], details);
  }
}

const publicMessages = {
  'delivery-refused': 'This service cannot write to that bucket as it is set up; ask who runs it.',
  'delivery-interrupted':
    'This service could not reach that bucket, or the bucket was too busy, for half a minute; send the request again later.',
} as const;

/** The fields of a target that are its owner's alone: what is wrong there, nobody else can put right. */
const ownersField = /^(credentials(\.\w+)?|caFile|region|endpoint)$/;

/**
 * Puts a PDF straight from memory into its bucket (the interface, section 4.1, rule 1): nothing of it is kept here. What is interrupted is tried again for
 * half a minute, as somebody waits. An object that is there already is not replaced: it is the PDF itself, or in the way.
 * @returns the object's address (section 2.5) and its name
 * @throws AppError `object-exists`, `delivery-refused` (a SetUpFailure, where it is who runs the service that has to do something), `delivery-interrupted` (always one), `canceled`
 */
export async function putIntoBucket(
  accessTo: AccessTo,
  { id, destination, parts, size, compliance }: BucketPdf,
  signal: AbortSignal,
): Promise<{ readonly url: string; readonly name: string }> {
  const place = objectLocation(destination, noPlaceholders);
  const { uploadPdf } = await import('../../s3/upload-pdf.js');
  const upload: Upload = {
    id,
    access: await accessFor(accessTo, place),
    place,
    existing: 'ask',
    path: '',
    bytes: parts,
    size,
    encryptedOnly: compliance.hipaa,
  };
  let begun: Upload['begun'];
  for (let tries = 1; ; tries += 1) {
    try {
      const { url } = await uploadPdf(
        { ...upload, begun },
        {
          signal,
          onProgress: () => undefined,
          beforeSending: async (what) => {
            begun = what;
            return Promise.resolve();
          },
        },
      );
      return { url, name: nameIn(place.key) };
    } catch (thrown) {
      const delay = delayOf(thrown, tries);
      if (delay === null) throw forClients(thrown);
      await after(delay, undefined, { signal }).catch(() => {
        throw new AppError('canceled', `The upload to ${s3Uri(place)} was canceled.`);
      });
    }
  }
}

/** What the targets of this computer are called is nobody's business but its own. @throws SetUpFailure */
async function accessFor(accessTo: AccessTo, place: ObjectLocation): Promise<BucketAccess> {
  try {
    return { ...(await accessTo(null, place)), name: place.bucket };
  } catch (cause) {
    throw new SetUpFailure(errorText(cause), { field: 'credentials', cause });
  }
}

function forClients(thrown: unknown): unknown {
  if (!(thrown instanceof DeliveryFailure)) return thrown;
  const { code, details } = thrown;
  const { field, reason = code, isGrant = false } = details;
  const told = { field, cause: thrown };
  if (code === 'delivery-interrupted') return new SetUpFailure(reason, told, code);
  const isOwners = code === 'delivery-refused' && !isGrant && ownersField.test(field ?? '');
  return isOwners ? new SetUpFailure(reason, told) : thrown;
}

/** A destination on the wire holds none: requests that do are refused. */
const noPlaceholders = { name: '', title: '', date: new Date(0), n: 1, of: 1 };

function delayOf(thrown: unknown, tries: number): number | null {
  if (!(thrown instanceof DeliveryFailure) || thrown.code !== 'delivery-interrupted') return null;
  return delayAfter(interactiveSchedule.upload, tries, Math.random(), thrown.details.retryAfterMs);
}

function nameIn(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
