import { AppError, type AppErrorData } from '../../shared/errors.js';
import type { Message } from '../../shared/messages/message.js';

export interface DeliveryFailureDetails {
  /** What the server asks to wait before the next attempt, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** The field of the destination that is to blame. */
  readonly field?: string | undefined;
  /** The message without what was delivered and where; absent if there is only one message. */
  readonly reason?: Message;
  /** Whether a permission granted by the bucket's owner fixes it. */
  readonly isGrant?: boolean;
  readonly cause?: unknown;
}

/**
 * A failed upload or webhook. `delivery-interrupted` is worth a retry, `delivery-refused` and
 * `object-exists` are not.
 */
export class DeliveryFailure extends AppError {
  constructor(
    code: 'delivery-interrupted' | 'delivery-refused' | 'object-exists',
    message: Message,
    readonly details: DeliveryFailureDetails = {},
  ) {
    const { field, cause } = details;
    super(code, message, field === undefined ? undefined : [{ field, message }], { cause });
  }
}

const secretField = 'secret';

/**
 * A delivery needs a secret that is not known, such as after a restart of a system without a key
 * store. A retry succeeds once the user has entered it, and not before.
 */
export class MissingSecret extends AppError {
  constructor(message: Message) {
    super('delivery-refused', message, [{ field: secretField, message }]);
  }
}

/** Returns whether an error that was read back from the disk is a {@link MissingSecret}. */
export function isMissingSecret({ code, fields }: AppErrorData): boolean {
  return code === 'delivery-refused' && fields?.some(({ field }) => field === secretField) === true;
}
