// The file of RevokedKeys in sshd_config(5): keys, and certificates signed by these keys, that sshd refuses.
import { linesOf } from '../files/lines.ts';
import { isTrouble, type Root, readFile } from '../files/root.ts';
import type { Findings } from '../findings.ts';
import { maxKeyFileBytes } from '../limits.ts';
import { parsePublicKey } from './public-key.ts';

export interface RevokedKeys {
  /** Why sshd refuses the key with this fingerprint; undefined when it does not, or when that is not known. */
  refusalOf(fingerprint: string): string | undefined;
}

/** The first bytes of a key revocation list (PROTOCOL.krl of OpenSSH). */
const revocationListStart = Buffer.from('SSHKRL\n\0', 'latin1');

export async function readRevokedKeys(root: Root, path: string, findings: Findings): Promise<RevokedKeys> {
  const file = await readFile(root, path, maxKeyFileBytes);
  // sshd_config(5): "If this file is not readable, then public key authentication will be refused for all users."
  if (!file) return { refusalOf: () => `sshd_config: RevokedKeys: there is no file ${path}` };
  if (isTrouble(file)) {
    findings.troubles.push({
      ...file,
      message: `${file.message}: which keys are revoked is not known`,
      harmless: true,
    });
    return { refusalOf: () => undefined };
  }
  if (file.content.subarray(0, revocationListStart.length).equals(revocationListStart)) {
    const message = 'RevokedKeys: which keys are in the key revocation list (KRL) is not read';
    findings.troubles.push({ reason: 'unsupported', subject: path, message, harmless: true });
    return { refusalOf: () => undefined };
  }
  const revoked = new Set<string>();
  for (const { text } of linesOf(file.content)) {
    const [type = '', base64 = ''] = text.trim().split(/[ \t]+/);
    const key = parsePublicKey(type, base64);
    if (typeof key !== 'string') revoked.add(key.fingerprint);
  }
  return {
    refusalOf: fingerprint => (revoked.has(fingerprint) ? `sshd_config: RevokedKeys: it is in ${path}` : undefined),
  };
}
