// The Range header (RFC 9110, section 14).

export interface ByteRange {
  /** The first byte. */
  readonly start: number;
  /** The last byte, itself included. */
  readonly end: number;
}

/**
 * What a Range header asks for of a file: `whole` when it is no range of bytes or more than one (a server may ignore either),
 * `unsatisfiable` when nothing of it is in the file.
 */
export function byteRange(header: string | undefined, length: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/i.exec(header?.replaceAll(/\s/g, '') ?? '') ?? [];
  if (from === undefined || (from === '' && to === '')) return 'whole';
  const range =
    from === ''
      ? { start: Math.max(0, length - Number(to)), end: length - 1 }
      : { start: Number(from), end: Math.min(to === '' ? Number.POSITIVE_INFINITY : Number(to), length - 1) };
  // The last byte before the first makes it no range at all.
  if (from !== '' && to !== '' && Number(to!) < Number(from)) return 'whole';
  return range.start > range.end || range.start >= length ? 'unsatisfiable' : range;
}
