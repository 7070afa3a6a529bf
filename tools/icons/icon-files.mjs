/**
 * Returns a Windows icon file of PNG images: a directory entry of 16 bytes for each, then the
 * images. A size of 256 pixels is written as 0.
 * @param {number[]} sizes
 * @param {(size: number) => Buffer} picture
 * @returns {Buffer}
 */
export function icoFile(sizes, picture) {
  const head = Buffer.alloc(6 + 16 * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length;
  sizes.forEach((size, index) => {
    const entry = 6 + 16 * index;
    const { length } = picture(size);
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += length;
  });
  return Buffer.concat([head, ...sizes.map(picture)]);
}

/** Apple's type names for PNG images; four of them are for high resolution screens. */
const appleTypes = /** @type {const} */ ([
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
]);

/**
 * Returns a macOS icon file: `icns`, the total length, then for each image its type, its length
 * including these 8 bytes, and the PNG.
 * @param {(size: number) => Buffer} picture
 * @returns {Buffer}
 */
export function icnsFile(picture) {
  const parts = appleTypes.map(([type, size]) => chunk(type, picture(size)));
  return chunk('icns', Buffer.concat(parts));
}

/**
 * @param {string} type four letters
 * @param {Buffer} content
 */
function chunk(type, content) {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([head, content]);
}
