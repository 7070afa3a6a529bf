import { AppError, errorData } from '../../shared/errors.js';
import type { Preflight } from '../../shared/preflight.js';

/** Why a conversion failed, with what had been found of its page until then. */
export class ConversionFailure extends AppError {
  /** @param thrown what ended the conversion; code and sentence are its own */
  constructor(
    thrown: unknown,
    readonly preflight: Preflight,
  ) {
    const { code, message, fields } = errorData(thrown);
    super(code, message, fields, { cause: thrown });
  }
}
