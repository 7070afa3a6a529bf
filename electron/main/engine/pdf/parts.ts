/** Returns the size of a file in consecutive parts, in bytes. */
export function sizeOf(parts: readonly Buffer[]): number {
  return parts.reduce((size, part) => size + part.length, 0);
}

/** Returns consecutive parts as one buffer, without a copy of a single one. */
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
