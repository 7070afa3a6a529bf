/** In bytes. */
export function sizeOf(parts: readonly Buffer[]): number {
  return parts.reduce((size, part) => size + part.length, 0);
}

/** A single part is not copied. */
export function joined(parts: readonly Buffer[]): Buffer {
  const [only, ...others] = parts;
  return only !== undefined && others.length === 0 ? only : Buffer.concat(parts);
}

/**
 * Returns a view of the same bytes that is not a Buffer: of a Buffer, pdf-lib would keep all bytes.
 */
export function plainView({ buffer, byteOffset, byteLength }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
