// SSH public keys on the wire (RFC 4253 §6.6, RFC 5656, RFC 8709, OpenSSH PROTOCOL.u2f), and their fingerprints.
import { createHash } from 'node:crypto';

export interface PublicKey {
  /** For example `ssh-ed25519`. */
  readonly type: string;
  /** As `ssh-keygen -l` prints it: `SHA256:` and base64 without padding. */
  readonly fingerprint: string;
  readonly bits: number;
  /** True when the private key lives in a security key (FIDO). */
  readonly isHardware: boolean;
}

/** The fields after the type: their number, and which of them gives the key's size. */
interface Layout {
  readonly fields: number;
  readonly bits: number | ((fields: readonly Buffer[]) => number);
  /** Field that must hold this text (the name of an elliptic curve). */
  readonly curve?: string;
  /** Field 0 must have this many bytes. */
  readonly keyBytes?: number;
}

const bitsOfInteger = (integer: Buffer): number => {
  const start = integer.findIndex(byte => byte !== 0);
  return start === -1 ? 0 : (integer.length - start) * 8 - Math.clz32(integer[start]!) + 24;
};

const layouts: Readonly<Record<string, Layout>> = {
  'ssh-rsa': { fields: 2, bits: fields => bitsOfInteger(fields[1]!) },
  'ssh-dss': { fields: 4, bits: fields => bitsOfInteger(fields[0]!) },
  'ssh-ed25519': { fields: 1, bits: 256, keyBytes: 32 },
  'ecdsa-sha2-nistp256': { fields: 2, bits: 256, curve: 'nistp256' },
  'ecdsa-sha2-nistp384': { fields: 2, bits: 384, curve: 'nistp384' },
  'ecdsa-sha2-nistp521': { fields: 2, bits: 521, curve: 'nistp521' },
  'sk-ssh-ed25519@openssh.com': { fields: 2, bits: 256, keyBytes: 32 },
  'sk-ecdsa-sha2-nistp256@openssh.com': { fields: 3, bits: 256, curve: 'nistp256' },
};

function isKeyType(text: string): boolean {
  return Object.hasOwn(layouts, text);
}

/** Read a key from its base64 form. @returns the key, or what is wrong with it. */
export function parsePublicKey(type: string, base64: string): PublicKey | string {
  if (!isKeyType(type)) return `Unknown key type; expected one of ${Object.keys(layouts).join(', ')}`;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return 'The key is not valid base64';
  const blob = Buffer.from(base64, 'base64');
  const [innerType, ...fields] = stringsOf(blob) ?? [];
  if (!innerType) return 'The key is cut off or has bytes left over';
  if (innerType.toString('latin1') !== type) return `The key is of another type than the ${type} it says it is`;
  const layout = layouts[type]!;
  if (fields.length !== layout.fields) return `A ${type} key has ${layout.fields} fields, this one ${fields.length}`;
  if (layout.curve && fields[0]!.toString('latin1') !== layout.curve) return `A ${type} key is on ${layout.curve}`;
  if (layout.keyBytes && fields[0]!.length !== layout.keyBytes) return `A ${type} key has ${layout.keyBytes} bytes`;
  return {
    type,
    fingerprint: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
    bits: typeof layout.bits === 'number' ? layout.bits : layout.bits(fields),
    isHardware: type.startsWith('sk-'),
  };
}

/** Length-prefixed strings that fill the buffer exactly; undefined when they do not. */
function stringsOf(blob: Buffer): Buffer[] | undefined {
  const strings: Buffer[] = [];
  for (let at = 0; at < blob.length; ) {
    if (at + 4 > blob.length) return undefined;
    const end = at + 4 + blob.readUInt32BE(at);
    if (end > blob.length) return undefined;
    strings.push(blob.subarray(at + 4, end));
    at = end;
  }
  return strings;
}
