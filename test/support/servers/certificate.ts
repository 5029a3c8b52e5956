// Certificates that sign themselves, made with openssl.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** Why tests with certificates are skipped; undefined: they are not. */
export const opensslMissing = spawnSync('openssl', ['version']).error ? 'openssl is not installed' : undefined;

const algorithms = { ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'], rsa: ['-newkey', 'rsa:2048'] };

/** Write `<name>.key` and `<name>.pem` to a folder. @param altName for example `IP:127.0.0.1` @returns both as text */
export function selfSigned(
  folder: string,
  name: string,
  altName: string,
  algorithm: keyof typeof algorithms = 'ec',
): { key: string; cert: string } {
  const [key, cert] = [path.join(folder, `${name}.key`), path.join(folder, `${name}.pem`)];
  const kind = ['-x509', ...algorithms[algorithm], '-nodes', '-days', '2'];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${altName}`];
  execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
  return { key: fs.readFileSync(key, 'utf8'), cert: fs.readFileSync(cert, 'utf8') };
}
