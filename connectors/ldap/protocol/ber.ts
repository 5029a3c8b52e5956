// Decodes BER (ITU-T X.690) as far as LDAP uses it (RFC 4511, section 5.1): definite lengths, tags of one byte.

/** Tags that answers of LDAP servers have (RFC 4511, section 4). */
export const berTags = {
  integer: 0x02,
  octetString: 0x04,
  enumerated: 0x0a,
  sequence: 0x30,
  set: 0x31,
  controls: 0xa0,
  referral: 0xa3,
  bindResponse: 0x61,
  searchEntry: 0x64,
  searchDone: 0x65,
  modifyResponse: 0x67,
  addResponse: 0x69,
  deleteResponse: 0x6b,
  searchReference: 0x73,
  extendedResponse: 0x78,
  intermediateResponse: 0x79,
} as const;

/** An answer that is not valid LDAP. Nothing after it on the connection can be understood. */
export class MalformedAnswer extends Error {
  constructor(message: string) {
    super(`the server sent what is not LDAP: ${message}`);
    this.name = 'MalformedAnswer';
  }
}

/**
 * The header of a value at `offset`. Undefined when more bytes are needed to read it.
 * @throws MalformedAnswer for indefinite lengths and for lengths of more than four bytes
 */
export function headerAt(bytes: Buffer, offset: number): { contentAt: number; length: number } | undefined {
  const first = bytes[offset + 1];
  if (first === undefined) return undefined;
  if (first < 0x80) return { contentAt: offset + 2, length: first };
  const count = first & 0x7f;
  if (count === 0 || count > 4) throw new MalformedAnswer(`a length of ${count} bytes`);
  if (bytes.length < offset + 2 + count) return undefined;
  return { contentAt: offset + 2 + count, length: bytes.readUIntBE(offset + 2, count) };
}

/** Reads values one after the other from a part of a buffer. Every read checks the tag and the bounds, and moves forward. */
export class BerReader {
  readonly #bytes: Buffer;
  readonly #end: number;
  #at: number;

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = at;
    this.#end = end;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  /** The tag of the next value; undefined at the end. */
  get nextTag(): number | undefined {
    return this.isAtEnd ? undefined : this.#bytes[this.#at];
  }

  /** A reader of the content of the next value, whatever its tag unless one is given. */
  enter(tag?: number): BerReader {
    const [from, to] = this.#next(tag);
    return new BerReader(this.#bytes, from, to);
  }

  octets(tag: number = berTags.octetString): Buffer {
    const [from, to] = this.#next(tag);
    return this.#bytes.subarray(from, to);
  }

  /** UTF-8 text; bytes that are not UTF-8 become U+FFFD. */
  text(tag: number = berTags.octetString): string {
    const [from, to] = this.#next(tag);
    return this.#bytes.toString('utf8', from, to);
  }

  integer(tag: number = berTags.integer): number {
    const [from, to] = this.#next(tag);
    if (to - from < 1 || to - from > 6) throw new MalformedAnswer(`a number of ${to - from} bytes`);
    return this.#bytes.readIntBE(from, to - from);
  }

  #next(tag: number | undefined): readonly [from: number, to: number] {
    const header = this.#at + 1 < this.#end ? headerAt(this.#bytes, this.#at) : undefined;
    if (!header || header.contentAt + header.length > this.#end) throw new MalformedAnswer('a value that is cut off');
    const found = this.#bytes[this.#at]!;
    if (tag !== undefined && found !== tag) {
      throw new MalformedAnswer(`tag 0x${found.toString(16)} where 0x${tag.toString(16)} was expected`);
    }
    this.#at = header.contentAt + header.length;
    return [header.contentAt, this.#at];
  }
}
