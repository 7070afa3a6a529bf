import { AppError } from '../../shared/errors.js';

/** A delivery that did not work out. `delivery-interrupted` is worth another try by itself, `delivery-refused` and `object-exists` are not. */
export class DeliveryFailure extends AppError {
  constructor(
    code: 'delivery-interrupted' | 'delivery-refused' | 'object-exists',
    message: string,
    readonly details: {
      /** What the other side asks for before the next try, in milliseconds. */
      readonly retryAfterMs?: number | undefined;
      /** The field of the target that the fault lies in. */
      readonly field?: string | undefined;
      /** Why and what to do, without the place; absent where nothing but the sentence is known. */
      readonly reason?: string;
      /** Whether a grant of the bucket's owner puts it right. */
      readonly isGrant?: boolean;
      readonly cause?: unknown;
    } = {},
  ) {
    const { field, cause } = details;
    super(code, message, field === undefined ? undefined : [{ field, message }], { cause });
  }
}
