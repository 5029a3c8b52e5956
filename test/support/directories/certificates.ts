// LdapCertificates of a test's own authority, made with openssl.
import { execFileSync } from 'node:child_process';
import path from 'node:path';

export interface LdapCertificates {
  /** Certificate of the authority (PEM file). */
  readonly ca: string;
  /** For localhost and 127.0.0.1. */
  readonly server: { readonly certificate: string; readonly key: string };
  /** The same, but it expired yesterday. */
  readonly expired: { readonly certificate: string; readonly key: string };
  /** An authority that signed none of them. */
  readonly otherCa: string;
}

const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

export function makeLdapCertificates(folder: string): LdapCertificates {
  const file = (name: string) => path.join(folder, name);
  const openssl = (...parameters: string[]) => execFileSync('openssl', parameters, { cwd: folder, stdio: 'pipe' });
  const authority = (name: string) =>
    openssl(
      'req',
      '-x509',
      ...curve,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-subj',
      `/CN=${name}`,
      '-days',
      '2',
    );
  authority('ca');
  authority('other-ca');
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  openssl('req', ...curve, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost', ...names);
  const sign = (name: string, days: string) =>
    openssl(
      ...['x509', '-req', '-in', 'server.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
      ...['-copy_extensions', 'copyall', '-days', days, '-out', name],
    );
  sign('server.pem', '2');
  sign('expired.pem', '-1');
  return {
    ca: file('ca.pem'),
    server: { certificate: file('server.pem'), key: file('server.key') },
    expired: { certificate: file('expired.pem'), key: file('server.key') },
    otherCa: file('other-ca.pem'),
  };
}
