import { AppError } from '../../shared/messages/errors.js';
import type { Message } from '../../shared/messages/message.js';

export interface DeliveryFailureDetails {
  /** The delay that the server requests before the next attempt, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** The faulty field of the destination. */
  readonly field?: string | undefined;
  /** The message without the object and the destination; absent if there is only one message. */
  readonly reason?: Message;
  /** Whether a permission granted by the bucket's owner fixes it. */
  readonly isGrant?: boolean;
  /**
   * Whether every upload to the same bucket fails likewise until the user changes something, such
   * as a wrong key.
   */
  readonly isLasting?: boolean;
  readonly cause?: unknown;
}

/**
 * A failed upload or webhook. Retried if it is `delivery-interrupted`, not if it is
 * `delivery-refused` or `object-exists`.
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

/** Why an operation of a delivery failed: the content of the tables of codes. */
export interface FailureReason extends Pick<
  DeliveryFailureDetails,
  'field' | 'isGrant' | 'isLasting' | 'retryAfterMs'
> {
  /** Without the server's own words. */
  readonly text: Message;
  /** Whether another attempt may succeed. */
  readonly isTransient?: boolean;
}

/** @param message the whole text, which contains the reason's */
export function failureFor(
  { text, isTransient = false, ...details }: FailureReason,
  message: Message,
  cause?: unknown,
): DeliveryFailure {
  const code = isTransient ? 'delivery-interrupted' : 'delivery-refused';
  return new DeliveryFailure(code, message, { ...details, reason: text, cause });
}

/** How long the server asks to wait before the next attempt, in milliseconds. */
export function requestedDelayMs(thrown: unknown): number {
  return thrown instanceof DeliveryFailure ? (thrown.details.retryAfterMs ?? 0) : 0;
}

/** Every upload to the same bucket would have it. */
export function isLastingFailure(thrown: unknown): thrown is DeliveryFailure {
  return thrown instanceof DeliveryFailure && thrown.details.isLasting === true;
}

/**
 * A delivery needs a secret that is missing, such as after a restart of a system without a
 * keychain. A retry succeeds only after the user has entered it.
 */
export class MissingSecret extends AppError {
  constructor(message: Message) {
    super('delivery-refused', message, [{ field: 'secret', message }]);
  }
}
