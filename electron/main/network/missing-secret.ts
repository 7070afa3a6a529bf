import { AppError, type AppErrorData } from '../../shared/errors.js';

const field = 'secret';

/**
 * A secret that a delivery needs is not known, such as after a restart of a system without a key store. Trying again
 * helps as soon as the user has entered it, and not before.
 */
export class MissingSecret extends AppError {
  constructor(message: string) {
    super('delivery-refused', message, [{ field, message }]);
  }
}

/** Returns whether an error that was read back from the disk is a {@link MissingSecret}. */
export function isMissingSecret({ code, fields }: AppErrorData): boolean {
  return code === 'delivery-refused' && fields?.some((issue) => issue.field === field) === true;
}
