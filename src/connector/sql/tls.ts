// TLS of connections to database servers: the settings, and what Node.js needs of them.
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { z } from 'zod';
import { SourceError } from '../contract.ts';

export const tlsSettings = z
  .strictObject({
    mode: z
      .enum(['required', 'off'])
      .optional()
      .describe(
        '`required`: encrypted, and the certificate is verified. `off`: not encrypted. Default: `off` for loopback addresses and sockets unless `ca` is set, `required` for all others',
      ),
    ca: z
      .string()
      .min(1)
      .optional()
      .describe(
        'PEM file with the certificates of the authorities that may sign the server’s certificate; default: those that Node.js trusts',
      ),
    server_name: z.string().min(1).optional().describe('Name that the server’s certificate must have; default: `host`'),
  })
  .default({});

export interface TlsTarget {
  readonly host: string;
  readonly tls: z.output<typeof tlsSettings>;
}

export interface TlsOptions {
  readonly rejectUnauthorized: true;
  readonly servername?: string;
  readonly ca?: string;
  readonly checkServerIdentity: (host: string, certificate: PeerCertificate) => Error | undefined;
}

/** A path is the folder of a Unix socket, or the socket itself. */
export const isSocket = (host: string) => host.startsWith('/');

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** @returns undefined for a connection without TLS. @throws SourceError when the file of `tls.ca` cannot be used */
export async function tlsOptions({ host, tls }: TlsTarget, baseFolder: string): Promise<TlsOptions | undefined> {
  const mode = tls.mode ?? (isSocket(host) || (isLoopback(host) && tls.ca === undefined) ? 'off' : 'required');
  if (mode === 'off') return undefined;
  const name = tls.server_name ?? host;
  return {
    rejectUnauthorized: true,
    checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
    // RFC 6066, section 3: an address is never sent as a server name.
    ...(isIP(name) === 0 && { servername: name }),
    ...(tls.ca !== undefined && { ca: await readAuthorities(resolve(baseFolder, tls.ca)) }),
  };
}

async function readAuthorities(file: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw refuse(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----')) throw refuse(`${file} has no certificate in PEM form`);
  return text;
}

function refuse(message: string): SourceError {
  const fix = 'name a PEM file with the certificate of the authority that signed the server’s certificate';
  return new SourceError([{ severity: 'error', place: 'tls.ca', message, fix }]);
}

/** Error codes of OpenSSL and Node.js for a certificate that cannot be trusted. mysql2 puts its own in their place. */
const certificateErrors =
  /^(?:(?:CERT|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)_|(?:HOSTNAME_MISMATCH|INVALID_CA|HANDSHAKE_SSL_ERROR)$)/;

/** The error of a connection whose certificate is not trusted; undefined for other errors. */
export function certificateRefused(error: unknown, { host }: TlsTarget): SourceError | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined || !certificateErrors.test(code)) return undefined;
  // Only the error about the name has the certificate.
  const nameIsWrong = 'cert' in (error as object) || code === 'HOSTNAME_MISMATCH';
  return new SourceError([
    {
      severity: 'error',
      place: nameIsWrong ? 'tls.server_name' : 'tls.ca',
      message: `the certificate of ${host} is not trusted: ${message} (${code})`,
      fix: nameIsWrong
        ? 'set tls.server_name to a name in the certificate'
        : 'set tls.ca to the certificate of the authority that signed it, or renew it',
    },
  ]);
}
