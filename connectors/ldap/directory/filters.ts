// Values in search filters (RFC 4515, section 3).

export function escapeFilterValue(value: string): string {
  return value.replace(/[\\*()\0]/g, character => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

export function octetsInFilter(bytes: Buffer): string {
  return bytes.toString('hex').replace(/../g, '\\$&');
}
