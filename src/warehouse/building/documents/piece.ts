// What a thread makes of the lines of a statement, before it becomes a part of a file of documents.

/** Blocks that are written already, and the ids of their documents. */
export interface PieceOfFile {
  readonly rows: number;
  readonly offsets: Float64Array;
  readonly packedBytes: Uint32Array;
  readonly packedCrcs: Uint32Array;
  readonly bytes: Uint32Array;
  readonly crcs: Uint32Array;
  /** The rows of each block. */
  readonly rowsOfBlocks: Uint32Array;
  /** 16 bytes for each row, in the order of the rows. */
  readonly ids: Uint8Array;
  /** For each row the number after its id; empty when the lines have none. */
  readonly numbers: Uint32Array;
}

export interface CompressOrder {
  /** The pipe with the lines: an id of 36 characters, perhaps a number of 8 hexadecimal digits, and a document. */
  readonly pipe: string;
  readonly hasNumbers: boolean;
  /** Where blocks are written; undefined when only the ids are wanted. */
  readonly file?: {
    readonly descriptor: number;
    /** The end of the file, a 64-bit number: a thread that writes moves it ahead first. */
    readonly end: SharedArrayBuffer;
  };
}

export type CompressAnswer =
  | { readonly kind: 'opened' }
  | { readonly kind: 'done'; readonly piece: PieceOfFile }
  | { readonly kind: 'failed'; readonly message: string; readonly code: string | undefined };

/** A growing list of 32-bit numbers. */
export class Numbers {
  #values = new Uint32Array(1024);
  #count = 0;

  add(value: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Uint32Array(this.#count * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#count++] = value;
  }

  all(): Uint32Array<ArrayBuffer> {
    return this.#values.slice(0, this.#count);
  }
}
