// What failures of a connection and of an operation mean: wrong settings, an unavailable server, or data that cannot be read.
import { type Problem, SourceError } from '../../../src/connector/contract.ts';
import { isTransient, SourceUnavailable } from '../../../src/connector/transient.ts';
import { MalformedAnswer } from './ber.ts';
import type { Result } from './messages.ts';

/** Result codes (RFC 4511, appendix A; 118 is canceled, RFC 3909). */
export const resultCodes = {
  success: 0,
  operationsError: 1,
  timeLimitExceeded: 3,
  sizeLimitExceeded: 4,
  authMethodNotSupported: 7,
  strongerAuthRequired: 8,
  referral: 10,
  adminLimitExceeded: 11,
  unavailableCriticalExtension: 12,
  confidentialityRequired: 13,
  noSuchAttribute: 16,
  undefinedAttributeType: 17,
  constraintViolation: 19,
  attributeOrValueExists: 20,
  noSuchObject: 32,
  invalidDnSyntax: 34,
  inappropriateAuthentication: 48,
  invalidCredentials: 49,
  insufficientAccessRights: 50,
  busy: 51,
  unavailable: 52,
  unwillingToPerform: 53,
  objectClassViolation: 65,
  entryAlreadyExists: 68,
  /** RFC 4528 */
  assertionFailed: 122,
} as const;

/** Active Directory's reasons for refusing a password, in its diagnostic text as `data 533` (Microsoft: LDAP_INVALID_CREDENTIALS). */
const bindReasons: Readonly<Record<string, string>> = {
  '525': 'there is no such account',
  '52e': 'the password is wrong',
  '530': 'the account may not sign in at this time',
  '531': 'the account may not sign in from this machine',
  '532': 'its password has expired',
  '533': 'the account is disabled',
  '701': 'the account has expired',
  '773': 'its password must be changed first',
  '775': 'the account is locked',
};

export function settingFault(place: string, message: string, fix?: string): SourceError {
  const problem: Problem = { severity: 'error', place, message, ...(fix && { fix }) };
  return new SourceError([problem]);
}

/** The server's words for messages: one line, without the NUL that Active Directory ends them with. */
export function wordsOf({ code, diagnostic }: Pick<Result, 'code' | 'diagnostic'>): string {
  // A hostile server's text must not control a terminal.
  const words = diagnostic
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, 300);
  return words === '' ? `code ${code}` : `code ${code}: ${words}`;
}

/**
 * The error for an operation that the server refused, whatever the operation: the server is busy, or the settings are wrong.
 * Undefined for codes whose meaning depends on the operation.
 */
export function generalFault(result: Result, server: string): Error | undefined {
  const words = wordsOf(result);
  switch (result.code) {
    case resultCodes.busy:
    case resultCodes.unavailable:
      return new SourceUnavailable(`${server} is busy or shuts down (${words})`);
    case resultCodes.confidentialityRequired:
    case resultCodes.strongerAuthRequired:
      return settingFault(
        'encryption',
        `${server} refuses connections that are not encrypted (${words})`,
        'set encryption to `start_tls`, or url to ldaps://',
      );
    default:
      return undefined;
  }
}

export function bindFault(result: Result, server: string): Error {
  const general = generalFault(result, server);
  if (general) return general;
  const words = wordsOf(result);
  if (result.code === resultCodes.invalidCredentials) {
    const reason = bindReasons[/\bdata ([0-9a-f]{3})\b/.exec(result.diagnostic)?.[1] ?? ''];
    const message = `${server} does not accept the name and password (${reason ?? words})`;
    return settingFault('bind_dn, bind_password', message, 'correct bind_dn and bind_password');
  }
  if (result.code === resultCodes.invalidDnSyntax) {
    return settingFault('bind_dn', `${server} does not understand this name (${words})`, 'write a DN, or user@domain');
  }
  if (result.code === resultCodes.inappropriateAuthentication || result.code === resultCodes.authMethodNotSupported) {
    return settingFault(
      'bind_dn',
      `${server} allows no simple bind with this name (${words})`,
      'set a name with a password',
    );
  }
  return settingFault('bind_dn', `${server} refuses the bind (${words})`);
}

/** Error codes of Node.js and OpenSSL for a certificate that is not trusted. */
const certificateFaults = /^(?:CERT_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|CA_|ERR_SSL_)/;

/**
 * The error for a connection that could not be made or that broke.
 * @param server its address, for the message
 */
export function connectionFault(error: unknown, server: string): Error {
  if (error instanceof SourceError || error instanceof SourceUnavailable || error instanceof MalformedAnswer)
    return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    const state = code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet';
    return settingFault('url', `the certificate of ${server} ${state}`, 'renew the server’s certificate');
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const fix = 'set url to a name that is in the certificate';
    return settingFault('url', `the certificate of ${server} is for another host: ${message}`, fix);
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
    const fix = 'set url to ldap:// with encryption `start_tls`, or to the port for ldaps://';
    return settingFault('url', `${server} does not speak TLS on this port (${code})`, fix);
  }
  if (certificateFaults.test(code)) {
    const fix = 'set ca_file to the certificate of the authority that signed it';
    return settingFault('ca_file', `the certificate of ${server} is not signed by a trusted authority (${code})`, fix);
  }
  if (code === 'ENOTFOUND') return settingFault('url', `there is no host with the name in ${server}`, 'correct url');
  if (isTransient(error)) return new SourceUnavailable(`${server} cannot be reached (${code})`, { cause: error });
  return new SourceUnavailable(`the connection to ${server} broke (${code || message})`, { cause: error });
}
