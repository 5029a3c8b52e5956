// Cuts a stream of bytes into CSV rows (RFC 4180): a line end inside quotes does not end a row. Keeps one row in memory, and
// drops a row that exceeds the limit. This is own code because csv-parse gives no byte offset from which a read can resume, and
// does not continue after a row that is broken or too long.

/** The longest row that is kept in memory; a longer row is a fault. */
export const rowLimitBytes = 1024 * 1024;

/** A place between two rows. */
export interface RowPosition {
  readonly byte: number;
  /** From 1. */
  readonly line: number;
}

export interface RawRow {
  /** The row with its line end; empty when it is too long. */
  readonly bytes: Buffer;
  readonly start: RowPosition;
  readonly end: RowPosition;
  readonly tooLong: boolean;
  /** The file ended inside a quote that this row opened. */
  readonly unclosed: boolean;
  /** The file ended before a line end ended this row. */
  readonly unended: boolean;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
export const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

type State = 'fieldStart' | 'plain' | 'quoted' | 'closed';

/** The characters that a file is cut by. */
export interface Marks {
  readonly delimiter: string;
  readonly quote: string;
  /** The character after it stands for itself. */
  readonly escape?: string | undefined;
}

export class RowSplitter {
  readonly #delimiter: number;
  readonly #quote: number;
  /** Undefined: only a doubled quote means a quote. */
  readonly #escape: number | undefined;
  /** The last byte was the escape, so the next one stands for itself. */
  #afterEscape = false;
  #state: State = 'fieldStart';
  /** The last byte was a carriage return. Alone it ends a line too, so the next byte decides where the line ends. */
  #afterReturn = false;
  #pieces: Buffer[] = [];
  #kept = 0;
  #tooLong = false;
  #start: RowPosition;
  #line: number;
  /** Number of bytes before the current chunk. */
  #before: number;

  constructor({ delimiter, quote, escape: escaping }: Marks, from: RowPosition) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#quote = quote.charCodeAt(0);
    this.#escape = escaping === undefined || escaping === quote ? undefined : escaping.charCodeAt(0);
    this.#start = from;
    this.#line = from.line;
    this.#before = from.byte;
  }

  feed(chunk: Buffer): RawRow[] {
    const rows: RawRow[] = [];
    let rowStart = 0;
    const endLine = (next: number) => {
      this.#line++;
      const escaped = this.#takeEscape();
      if (escaped || this.#state === 'quoted') return;
      this.#keep(chunk.subarray(rowStart, next));
      rowStart = next;
      rows.push(this.#endRow(this.#before + next));
    };
    const marked = this.#before === 0 && chunk.subarray(0, 3).equals(byteOrderMark);
    for (let at = marked ? 3 : 0; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (this.#afterReturn) {
        this.#afterReturn = false;
        endLine(byte === lineFeed ? at + 1 : at);
        if (byte === lineFeed) continue;
      }
      if (byte === lineFeed) endLine(at + 1);
      else if (byte === carriageReturn) this.#afterReturn = true;
      else if (!this.#takeEscape()) this.#state = this.#next(byte);
    }
    this.#keep(chunk.subarray(rowStart));
    this.#before += chunk.length;
    return rows;
  }

  /** The last row, when the file does not end with a line end. */
  finish(): RawRow | undefined {
    if (this.#kept === 0 && !this.#tooLong) return undefined;
    // A lone carriage return at the very end ends a line too.
    return this.#endRow(this.#before, !this.#afterReturn || this.#state === 'quoted');
  }

  /** Whether this byte stands for itself, because the escape is before it. */
  #takeEscape(): boolean {
    const escaped = this.#afterEscape;
    this.#afterEscape = false;
    if (escaped && this.#state === 'fieldStart') this.#state = 'plain';
    return escaped;
  }

  #next(byte: number): State {
    if (byte === this.#escape) {
      this.#afterEscape = true;
      return this.#state === 'quoted' ? 'quoted' : 'plain';
    }
    if (byte === this.#quote) {
      if (this.#state === 'quoted') return 'closed';
      // A second quote right after a closing quote: the pair means one quote, and the cell continues.
      return this.#state === 'plain' ? 'plain' : 'quoted';
    }
    if (this.#state === 'quoted') return 'quoted';
    return byte === this.#delimiter ? 'fieldStart' : 'plain';
  }

  #keep(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#kept += piece.length;
    if (this.#tooLong) return;
    this.#pieces.push(piece);
    if (this.#kept <= rowLimitBytes) return;
    this.#tooLong = true;
    this.#pieces = [];
  }

  #endRow(endByte: number, unended = false): RawRow {
    const bytes = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
    const end = { byte: endByte, line: this.#line };
    const unclosed = this.#state === 'quoted';
    const row = { bytes, start: this.#start, end, tooLong: this.#tooLong, unclosed, unended };
    this.#start = end;
    this.#pieces = [];
    this.#kept = 0;
    this.#tooLong = false;
    this.#state = 'fieldStart';
    this.#afterEscape = false;
    return row;
  }
}
