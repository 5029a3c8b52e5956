// Certificates for servers in tests, made by openssl.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** PEM files in a folder. */
export interface Certificates {
  /** Of the authority that signed the server's. */
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
  readonly expiredCertificate: string;
  /** Of an authority that signed nothing. */
  readonly otherAuthority: string;
}

/** A certificate for 127.0.0.1 and another for the same key that has expired. */
export function makeCertificates(folder: string): Certificates {
  const at = (name: string) => join(folder, name);
  const openssl = (...parameters: string[]) => execFileSync('openssl', parameters, { stdio: 'pipe' });
  const elliptic = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  for (const name of ['authority', 'other']) {
    openssl(
      'req',
      '-x509',
      ...elliptic,
      '-keyout',
      at(`${name}.key`),
      '-out',
      at(`${name}.pem`),
      '-subj',
      `/CN=${name}`,
    );
  }
  openssl(
    'req',
    ...elliptic,
    '-keyout',
    at('server.key'),
    '-out',
    at('server.csr'),
    '-subj',
    '/CN=server',
    '-addext',
    'subjectAltName=IP:127.0.0.1,DNS:db.test',
  );
  const sign = (out: string, ...validity: string[]) =>
    openssl(
      ...['x509', '-req', '-in', at('server.csr'), '-CA', at('authority.pem'), '-CAkey', at('authority.key')],
      ...['-CAcreateserial', '-copy_extensions', 'copy', '-out', at(out), ...validity],
    );
  sign('server.pem', '-days', '2');
  sign('expired.pem', '-days', '-1');
  return {
    authority: at('authority.pem'),
    certificate: at('server.pem'),
    key: at('server.key'),
    expiredCertificate: at('expired.pem'),
    otherAuthority: at('other.pem'),
  };
}
