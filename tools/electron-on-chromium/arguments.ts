/**
 * Checks an argument that Electron converts to a string.
 * @throws TypeError with the message of gin, which converts arguments in Electron
 * (gin_helper/function_template.h)
 */
export function checkString(value: unknown, index = 0): void {
  if (typeof value !== 'string') throw conversionFailure(value, index);
}

/**
 * Checks an argument that Electron converts to a boolean. @throws TypeError as `checkString` does
 */
export function checkBoolean(value: unknown, index = 0): void {
  if (typeof value !== 'boolean') throw conversionFailure(value, index);
}

/**
 * Checks an argument that Electron converts to a number. @throws TypeError as `checkString` does
 */
export function checkNumber(value: unknown, index = 0): void {
  if (typeof value !== 'number') throw conversionFailure(value, index);
}

function conversionFailure(value: unknown, index: number): TypeError {
  const given = String(value);
  return new TypeError(
    `Error processing argument at index ${index}, conversion failure from ${given}`,
  );
}
