// The Range header (RFC 9110, section 14).
import parseRange from 'range-parser';

export interface ByteRange {
  /** The first byte. */
  readonly start: number;
  /** The last byte, inclusive. */
  readonly end: number;
}

/**
 * The part of a file that a Range header asks for. `whole` for anything but one range of bytes, which a server may ignore;
 * `unsatisfiable` when no byte of the range is in the file.
 */
export function byteRange(header: string | undefined, length: number): ByteRange | 'whole' | 'unsatisfiable' {
  const compact = header?.replaceAll(/\s/g, '') ?? '';
  // The parser accepts malformed numbers (`0-9x`), so check the grammar first.
  if (!/^bytes=(\d+-\d*|-\d+)$/i.test(compact)) return 'whole';
  const [, first, last] = /(\d+)-(\d+)$/.exec(compact) ?? [];
  if (first !== undefined && Number(last) < Number(first)) return 'whole';
  const ranges = parseRange(length, compact);
  return Array.isArray(ranges) ? ranges[0]! : 'unsatisfiable';
}
