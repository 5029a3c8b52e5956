// Archives (ZIP) for tests, also such as no program makes.
import { crc32, deflateRawSync } from 'node:zlib';

export interface PackedFile {
  readonly name: string;
  readonly content: Buffer;
  /** What the archive has for the content, deflated. Default: the content. */
  readonly packed?: Buffer;
  /** The size that the archive states. */
  readonly stated?: number;
  readonly isEncrypted?: boolean;
}

/** An archive with these files, each deflated (APPNOTE.TXT of PKWARE, section 4.3). */
export function zipArchive(files: readonly PackedFile[]): Buffer {
  const contents: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, packed = deflateRawSync(content), stated = content.length, isEncrypted } of files) {
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(stated, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), facts, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), facts, place, Buffer.from(name)]));
    contents.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...contents, listed, end]);
}
