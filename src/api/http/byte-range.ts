// The Range header (RFC 9110, section 14).
import parseRange from 'range-parser';

export interface ByteRange {
  /** The first byte. */
  readonly start: number;
  /** The last byte, itself included. */
  readonly end: number;
}

/**
 * What a Range header asks for of a file: `whole` when it is not a range of bytes or more than one (a server may ignore either),
 * `unsatisfiable` when none of it is in the file.
 */
export function byteRange(header: string | undefined, length: number): ByteRange | 'whole' | 'unsatisfiable' {
  const compact = header?.replaceAll(/\s/g, '') ?? '';
  // The parser reads numbers leniently (`0-9x`), so only what the grammar allows gets there.
  if (!/^bytes=(\d+-\d*|-\d+)$/i.test(compact)) return 'whole';
  const [, first, last] = /(\d+)-(\d+)$/.exec(compact) ?? [];
  if (first !== undefined && Number(last) < Number(first)) return 'whole';
  const ranges = parseRange(length, compact);
  return Array.isArray(ranges) ? ranges[0]! : 'unsatisfiable';
}
