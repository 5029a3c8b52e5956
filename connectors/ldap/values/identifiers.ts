// Text forms of binary identifiers.

/**
 * objectGUID: the first three parts are little-endian (MS-DTYP, section 2.3.4.2).
 * @returns undefined unless there are 16 bytes
 */
export function guidText(bytes: Buffer): string | undefined {
  return bytes.length === 16 ? uuidText(withFirstPartsSwapped(bytes)) : undefined;
}

/** The bytes of an objectGUID in text form. */
export function guidBytes(text: string): Buffer {
  return withFirstPartsSwapped(Buffer.from(text.replaceAll('-', ''), 'hex'));
}

function withFirstPartsSwapped(bytes: Buffer): Buffer {
  const swapped = Buffer.from(bytes);
  swapped.subarray(0, 4).reverse();
  swapped.subarray(4, 6).reverse();
  swapped.subarray(6, 8).reverse();
  return swapped;
}

/** Sixteen bytes in network order (RFC 9562). */
export function uuidText(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** objectSid as `S-1-5-21-…` (MS-DTYP, section 2.4.2.2). @returns undefined for bytes that are no SID */
export function sidText(bytes: Buffer): string | undefined {
  const [revision, count] = bytes;
  if (revision !== 1 || count === undefined || count > 15 || bytes.length !== 8 + 4 * count) return undefined;
  const parts = Array.from({ length: count }, (_, index) => bytes.readUInt32LE(8 + 4 * index));
  return ['S-1', bytes.readUIntBE(2, 6), ...parts].join('-');
}
