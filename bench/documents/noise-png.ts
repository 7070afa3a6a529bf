import { crc32, deflateSync } from 'node:zlib';

/** Returns an image of colored noise, which is incompressible (PNG, ISO 15948). */
export function noisePng(width: number, height: number, seed: number): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  let state = seed * 2_654_435_761;
  for (let at = 0; at < rows.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    // The first byte of each row names its filter: none.
    if (at % (width * 3 + 1) !== 0) rows[at] = state >>> 24;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(data.length, 0);
  typed.copy(framed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}
