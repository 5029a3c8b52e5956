// The fingerprint of the public half of a private key, by which connectors know SSH keys: `SHA256:` and base64 (RFC 4253, section 6.6).
import { createHash, createPrivateKey, createPublicKey, type JsonWebKey } from 'node:crypto';

/** @param text a private key in PEM @returns undefined for what is none, or shows its public half only with a passphrase */
export function sshFingerprintOf(text: string): string | undefined {
  const pem = /-----BEGIN ([A-Z ]*PRIVATE KEY)-----[\s\S]+?-----END \1-----/.exec(text.replaceAll('\\n', '\n'));
  if (!pem) return undefined;
  const blob = pem[1] === 'OPENSSH PRIVATE KEY' ? blobOfOpenSsh(pem[0]) : blobOfPem(pem[0]);
  return blob && `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
}

/** OpenSSH writes the public half readable, also of an encrypted key (PROTOCOL.key of OpenSSH). */
function blobOfOpenSsh(pem: string): Buffer | undefined {
  const bytes = Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
  const magic = Buffer.from('openssh-key-v1\0');
  if (!bytes.subarray(0, magic.length).equals(magic)) return undefined;
  let at = magic.length;
  const next = (): Buffer | undefined => {
    if (at + 4 > bytes.length) return undefined;
    const length = bytes.readUInt32BE(at);
    at += 4 + length;
    return at > bytes.length ? undefined : bytes.subarray(at - length, at);
  };
  // Cipher, key derivation and its options; then the number of keys.
  for (let part = 0; part < 3; part++) if (next() === undefined) return undefined;
  at += 4;
  return next();
}

function blobOfPem(pem: string): Buffer | undefined {
  try {
    return blobOf(createPublicKey(createPrivateKey(pem)).export({ format: 'jwk' }));
  } catch {
    return undefined;
  }
}

const curves: Readonly<Record<string, string>> = { 'P-256': 'nistp256', 'P-384': 'nistp384', 'P-521': 'nistp521' };

function blobOf({ kty, crv = '', e = '', n = '', x = '', y = '' }: JsonWebKey): Buffer | undefined {
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  if (kty === 'RSA') return fields(Buffer.from('ssh-rsa'), number(bytes(e)), number(bytes(n)));
  if (kty === 'OKP' && crv === 'Ed25519') return fields(Buffer.from('ssh-ed25519'), bytes(x));
  const curve = curves[crv];
  if (kty !== 'EC' || curve === undefined) return undefined;
  const point = Buffer.concat([Buffer.from([4]), bytes(x), bytes(y)]);
  return fields(Buffer.from(`ecdsa-sha2-${curve}`), Buffer.from(curve), point);
}

/** Numbers are signed (RFC 4251, section 5). */
const number = (bytes: Buffer) => (bytes[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);

function fields(...parts: readonly Buffer[]): Buffer {
  return Buffer.concat(
    parts.flatMap(part => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      return [length, part];
    }),
  );
}
