import { type BucketPlace, destinationText } from '../../../shared/request/bucket-destination.js';
import type { BucketAccess } from './bucket-access.js';
import { DeliveryFailure } from '../delivery-failure.js';

/** The error of an upload whose name is taken. What may be done about it, the window offers and the command line names. */
export function existsFailure(
  access: BucketAccess,
  place: BucketPlace,
  isUnread: boolean,
): DeliveryFailure {
  const unread = isUnread ? ' It could not be looked at: the credentials may only write.' : '';
  return new DeliveryFailure(
    'object-exists',
    `There is an object ${named(access, place)} already, and it was not replaced.${unread}`,
  );
}

/** The error of an upload that was cut off, where it cannot be known whether what is there came by it. */
export function maybeOursFailure(access: BucketAccess, place: BucketPlace): DeliveryFailure {
  return new DeliveryFailure(
    'object-exists',
    `There is an object ${named(access, place)} now. It may be this very PDF, as an earlier try was cut off before the answer came; it could not be looked at, as the credentials may only write.`,
  );
}

/** The error of an upload that found every number taken. */
export function manyNamesFailure(
  access: BucketAccess,
  place: BucketPlace,
  tried: number,
): DeliveryFailure {
  return new DeliveryFailure(
    'object-exists',
    `There are objects ${named(access, place)} with all numbers up to ${tried} already. Choose another name.`,
  );
}

function named(access: BucketAccess, place: BucketPlace): string {
  const target = access.name === place.bucket ? '' : ` (target "${access.name}")`;
  return `${destinationText(place)}${target}`;
}
