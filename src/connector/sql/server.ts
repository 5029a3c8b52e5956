// What connections to all database servers have in common: their names, how long they may take to close, and what errors mean.
import { z } from 'zod';
import { type AnswerLimits, answerSizeSettings } from '../answer-limits.ts';
import { type Problem, SourceError } from '../contract.ts';
import { SourceUnavailable } from '../transient.ts';
import { certificateRefused, isSocket, type TlsTarget } from './tls.ts';

/** The name of the server in messages: `host:port`, or the path of its socket. */
export const serverName = ({ host, port }: { readonly host: string; readonly port: number }) =>
  isSocket(host) ? host : `${host}:${port}`;

export const sqlAnswerSettings = {
  answer_seconds: z
    .int()
    .min(1)
    .max(3600)
    .default(60)
    .describe(
      'How long the answer to a statement may take besides statement_timeout_s, until it is complete. A connection must be open after so long too, and after at most 15 s',
    ),
  ...answerSizeSettings,
};

interface SqlLimits {
  readonly answer_seconds: number;
  readonly answer_megabytes: number;
  readonly statement_timeout_s: number;
}

/** For one page of rows of a statement. */
export const statementLimits = (settings: SqlLimits): AnswerLimits => ({
  milliseconds: (settings.statement_timeout_s + settings.answer_seconds) * 1000,
  megabytes: settings.answer_megabytes,
  timeSettings: 'statement_timeout_s and answer_seconds',
});

const longestConnectSeconds = 15;

/** Until a connection is open. */
export const connectLimits = (settings: SqlLimits): AnswerLimits => ({
  milliseconds: Math.min(longestConnectSeconds, settings.answer_seconds) * 1000,
  megabytes: settings.answer_megabytes,
  timeSettings: 'answer_seconds',
});

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
