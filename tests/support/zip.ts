import { crc32, deflateRawSync } from 'node:zlib';

/** A file in an archive, and what the archive may claim about it instead of the truth. */
export interface ZipEntry {
  readonly name: string | Buffer;
  readonly content?: Buffer;
  readonly isEncrypted?: boolean;
  /** 0: stored, 8: Deflate. */
  readonly method?: number;
  /** In bytes, unpacked. */
  readonly claimedSize?: number;
  /** Its type and permissions on Unix, such as 0o120777 for a symbolic link. */
  readonly mode?: number;
}

/** Returns a ZIP archive of texts and files by their names. */
export function zipOf(files: Readonly<Record<string, string | Buffer>>): Buffer {
  return zipArchive(
    Object.entries(files).map(([name, content]) => ({
      name,
      content: typeof content === 'string' ? Buffer.from(content) : content,
    })),
  );
}

/** Returns a ZIP archive (PKWARE APPNOTE 6.3, 4.3.7, 4.3.12 and 4.3.16). */
export function zipArchive(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { content = Buffer.alloc(0), method = 8, ...entry } of entries) {
    const name = typeof entry.name === 'string' ? Buffer.from(entry.name) : entry.name;
    const packed = method === 8 ? deflateRawSync(content) : content;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.isEncrypted === true ? 1 : 0, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(entry.claimedSize ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    // Made on Unix (3), so that the mode applies.
    const version = Buffer.from([20, 3]);
    directory.push(Buffer.from('PK\u0001\u0002'), version, common, rest, name);
    files.push(file);
    offset += file.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, listing, Buffer.from('PK\u0005\u0006'), end]);
}
