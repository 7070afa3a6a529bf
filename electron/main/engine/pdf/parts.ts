/** Returns the size of a file in consecutive parts, in bytes. */
export function sizeOf(parts: readonly Buffer[]): number {
  return parts.reduce((size, part) => size + part.length, 0);
}

/** Returns consecutive parts as one buffer, without a copy of a single one. */
export function joined(parts: readonly Buffer[]): Buffer {
  const [only, ...others] = parts;
  return only !== undefined && others.length === 0 ? only : Buffer.concat(parts);
}
