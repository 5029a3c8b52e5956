// The lines of a file, read as a stream.

const lineFeed = 0x0a;

export interface TextLine {
  /** From 1 on. */
  readonly number: number;
  /** Without its line end; undefined: it is longer than the limit. */
  readonly bytes: Buffer | undefined;
  /** The file ends without a line end after it: it may have been cut off. */
  readonly isOpen: boolean;
}

/** @param most bytes of a line */
export async function* textLines(chunks: AsyncIterable<Buffer>, most: number): AsyncGenerator<TextLine> {
  let number = 0;
  let pieces: Buffer[] = [];
  let length = 0;
  const take = (piece: Buffer) => {
    length += piece.length;
    if (length <= most) pieces.push(piece);
    else pieces = [];
  };
  const end = (isOpen: boolean): TextLine => {
    let bytes = length > most ? undefined : Buffer.concat(pieces);
    if (bytes?.at(-1) === 0x0d) bytes = bytes.subarray(0, -1);
    // A byte-order mark (RFC 3629, section 6).
    if (number === 0 && bytes?.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) bytes = bytes.subarray(3);
    pieces = [];
    length = 0;
    number += 1;
    return { number, bytes, isOpen };
  };
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; ) {
      const at = chunk.indexOf(lineFeed, start);
      take(at === -1 ? chunk.subarray(start) : chunk.subarray(start, at));
      if (at === -1) break;
      yield end(false);
      start = at + 1;
    }
  }
  if (length > 0) yield end(true);
}
