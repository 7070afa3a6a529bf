/** Values in DER, the encoding of certificates (ITU-T X.690). */

export function sequence(...parts: readonly Buffer[]): Buffer {
  return value(0x30, ...parts);
}

export function set(...parts: readonly Buffer[]): Buffer {
  return value(0x31, ...parts);
}

/** Encodes a non-negative integer, whose first byte is not 0. */
export function integer(bytes: Buffer): Buffer {
  const isSeenAsNegative = (bytes[0] ?? 0) >= 0x80;
  return value(0x02, Buffer.from(isSeenAsNegative ? [0] : []), bytes);
}

export function boolean(is: boolean): Buffer {
  return value(0x01, Buffer.from([is ? 0xff : 0]));
}

export function octets(bytes: Buffer): Buffer {
  return value(0x04, bytes);
}

/** @param unused number of unused bits at the end */
export function bits(bytes: Buffer, unused = 0): Buffer {
  return value(0x03, Buffer.from([unused]), bytes);
}

export function text(characters: string): Buffer {
  return value(0x0c, Buffer.from(characters));
}

/** Encodes a time before 2050, in whole seconds. */
export function time(moment: Date): Buffer {
  const digits = moment.toISOString().replace(/\.\d+Z$|\D/g, '');
  return value(0x17, Buffer.from(`${digits.slice(2)}Z`));
}

/** Encodes an object identifier such as `2.5.29.17`. */
export function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return value(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(inBase128)]));
}

/** Encodes a context-specific value. */
export function tagged(number: number, content: Buffer, isConstructed: boolean): Buffer {
  return value(0x80 | number | (isConstructed ? 0x20 : 0), content);
}

function value(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content]);
}

function lengthBytes(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes = length > 0xff ? [length >> 8, length & 0xff] : [length];
  return [0x80 | bytes.length, ...bytes];
}

function inBase128(number: number): readonly number[] {
  const last = number % 128;
  const before = Math.floor(number / 128);
  return before === 0 ? [last] : [...inBase128(before).map((byte) => byte | 0x80), last];
}
