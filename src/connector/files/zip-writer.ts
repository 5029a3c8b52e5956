// Writes archives (ZIP) that `zip-archive.ts` and every other program reads: files one after the other, each deflated.
import fs from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipWriter {
  /** @param name in the archive, with `/` between folders @param content the path of a file, or the content as text */
  add(name: string, content: { readonly file: string } | { readonly text: string }): Promise<void>;
  /** Write the list of the files. Without it, there is no archive. */
  end(): void;
  close(): void;
}

const mostBytes = 0xffff_ffff;
const deflate = 8;
const utf8Names = 0x0800;

/** @param file is made, and only its owner can read it @throws Error when the archive would be larger than 4 GB, or when it cannot be written */
export function createZip(file: string): ZipWriter {
  const handle = fs.openSync(file, 'wx', 0o600);
  const directory: Buffer[] = [];
  let at = 0;
  const write = (bytes: Buffer, place: number) => {
    if (place + bytes.length > mostBytes) throw new Error('the archive would be larger than 4 GB');
    for (let sent = 0; sent < bytes.length; )
      sent += fs.writeSync(handle, bytes, sent, bytes.length - sent, place + sent);
  };
  return {
    async add(name, content) {
      const start = at;
      const local = 30 + Buffer.byteLength(name);
      let [size, checksum] = [0, 0];
      at += local;
      const source = 'file' in content ? fs.createReadStream(content.file) : Readable.from([Buffer.from(content.text)]);
      async function* counted(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          checksum = crc32(chunk, checksum);
          yield chunk;
        }
      }
      await pipeline(source, counted, createDeflateRaw(), async packed => {
        for await (const chunk of packed) {
          write(chunk, at);
          at += chunk.length;
        }
      });
      const facts = entryFacts({ name, size, checksum, packed: at - start - local });
      write(Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), facts, Buffer.from(name)]), start);
      const place = Buffer.alloc(14);
      place.writeUInt32LE(start, 10);
      directory.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), facts, place, Buffer.from(name)]));
    },
    end() {
      const list = Buffer.concat(directory);
      const end = Buffer.alloc(22);
      end.writeUInt32LE(0x0605_4b50, 0);
      end.writeUInt16LE(directory.length, 8);
      end.writeUInt16LE(directory.length, 10);
      end.writeUInt32LE(list.length, 12);
      end.writeUInt32LE(at, 16);
      write(Buffer.concat([list, end]), at);
      fs.fsyncSync(handle);
    },
    close: () => fs.closeSync(handle),
  };
}

/** What the header of a file and its line in the list have in common (APPNOTE.TXT of PKWARE, section 4.3.7). The time is not set. */
function entryFacts(entry: { name: string; size: number; checksum: number; packed: number }): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(utf8Names, 2);
  facts.writeUInt16LE(deflate, 4);
  facts.writeUInt16LE(0x21, 8);
  facts.writeUInt32LE(entry.checksum, 10);
  facts.writeUInt32LE(entry.packed, 14);
  facts.writeUInt32LE(entry.size, 18);
  facts.writeUInt16LE(Buffer.byteLength(entry.name), 22);
  return facts;
}
