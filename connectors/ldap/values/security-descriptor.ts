// Whom a security descriptor grants something (MS-DTYP, sections 2.4.4 to 2.4.6).
import { sidText } from './identifiers.ts';

const accessAllowed = 0x00;
const accessDenied = 0x01;

/**
 * SIDs that the discretionary access list allows and does not deny.
 * @returns undefined for bytes that are no self-relative security descriptor
 */
export function allowedSids(bytes: Buffer): string[] | undefined {
  if (bytes.length < 20 || bytes[0] !== 1) return undefined;
  const at = bytes.readUInt32LE(16);
  if (at === 0) return [];
  if (at + 8 > bytes.length) return undefined;
  const count = bytes.readUInt16LE(at + 4);
  const allowed = new Set<string>();
  const denied = new Set<string>();
  let next = at + 8;
  for (let index = 0; index < count; index += 1) {
    if (next + 8 > bytes.length) return undefined;
    const size = bytes.readUInt16LE(next + 2);
    if (size < 8 || next + size > bytes.length) return undefined;
    const type = bytes[next];
    const sid = sidIn(bytes.subarray(next + 8, next + size));
    if (sid !== undefined && type === accessAllowed) allowed.add(sid);
    if (sid !== undefined && type === accessDenied) denied.add(sid);
    next += size;
  }
  return [...allowed].filter(sid => !denied.has(sid));
}

/** The SID at the start of these bytes; an access control entry may be longer than its SID. */
function sidIn(bytes: Buffer): string | undefined {
  const count = bytes[1];
  return count === undefined ? undefined : sidText(bytes.subarray(0, 8 + 4 * count));
}
