// Errors of the connection that the operator has to correct. ../transient.ts has those that pass by themselves.
import { type Problem, SourceError } from '../contract.ts';

/** What is wrong and what helps, by the error code of Node.js, OpenSSL or undici. */
const faults: Readonly<Record<string, { readonly message: string; readonly fix: string }>> = {
  ENOTFOUND: { message: 'there is no host of that name', fix: 'correct the address' },
  CERT_HAS_EXPIRED: { message: 'its certificate has expired', fix: 'the server needs a new certificate' },
  CERT_NOT_YET_VALID: {
    message: 'its certificate is not valid yet',
    fix: 'compare the clocks of the server and of this machine',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    message: 'its certificate is for another host name',
    fix: 'use a name that the certificate has',
  },
  ...Object.fromEntries(
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'CERT_SIGNATURE_FAILURE',
      'CERT_UNTRUSTED',
    ].map(code => [
      code,
      {
        message: 'its certificate does not come from an authority that is trusted here',
        fix: 'let connection.ca_file name a PEM file with the certificate of its authority',
      },
    ]),
  ),
  ...Object.fromEntries(
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO'].map(code => [
      code,
      { message: 'it does not speak TLS there', fix: 'is the port right, and should the address begin with http://?' },
    ]),
  ),
};

/** @returns the error for the operator; undefined for all other errors, which a retry may solve */
export function operatorFault(error: unknown, url: URL): SourceError | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    const fault = faults[code ?? ''] ?? proxyFault(at);
    if (fault) return new SourceError([{ severity: 'error', place: url.origin, ...fault } satisfies Problem]);
  }
  return undefined;
}

/** The fault of a proxy that refuses. It is found by its message, because undici gives it no code of its own. */
function proxyFault({ message }: Error): { message: string; fix: string } | undefined {
  const status = /Proxy response \((\d+)\)/.exec(message)?.[1];
  if (status === undefined) return undefined;
  return {
    message: `the proxy refuses the connection (${status})`,
    fix:
      status === '407'
        ? 'write the proxy’s user and password into connection.proxy, as http://user:password@host:port'
        : 'let the proxy allow this host, or correct connection.proxy',
  };
}
