// What connections to all database servers have in common: their names, how long they may take to close, and what errors mean.
import { type Problem, SourceError } from '../contract.ts';
import { SourceUnavailable } from '../transient.ts';
import { certificateRefused, isSocket, type TlsTarget } from './tls.ts';

/** The name of the server in messages: `host:port`, or the path of its socket. */
export const serverName = ({ host, port }: { readonly host: string; readonly port: number }) =>
  isSocket(host) ? host : `${host}:${port}`;

/** Resolves when a server has had enough time to close a connection. */
export const farewell = () => new Promise<void>(resolve => setTimeout(resolve, 1_000).unref());

export function serverUnavailable(error: unknown): SourceUnavailable {
  return new SourceUnavailable(`the server is unavailable: ${(error as Error).message}`, { cause: error });
}

/** A server that does not encrypt connections. */
export const noTls = (host: string): LoginProblem => ({
  place: 'tls.mode',
  message: `${host} does not offer TLS`,
  fix: 'turn TLS on at the server, or set tls.mode to off to send everything unencrypted',
});

export const noHost = (host: string): LoginProblem => ({
  place: 'host',
  message: `there is no host ${host}`,
  fix: 'correct the host name',
});

export type LoginProblem = Omit<Problem, 'severity'>;

/**
 * @param problem what the operator has to correct, if the error says so
 * @param isLost whether the connection broke, or the server cannot answer at the moment
 * @returns the error to throw when a connection cannot be opened: SourceError, SourceUnavailable, or the error itself
 */
export function failedLogin(
  error: unknown,
  target: TlsTarget,
  problem: LoginProblem | undefined,
  isLost: (error: unknown) => boolean,
): Error {
  const certificate = certificateRefused(error, target);
  if (certificate) return certificate;
  if (problem) return new SourceError([{ severity: 'error', ...problem }]);
  return isLost(error) ? serverUnavailable(error) : (error as Error);
}
