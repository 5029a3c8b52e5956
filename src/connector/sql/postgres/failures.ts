// What an error of the server or of the connection means for a run.
import type pg from 'pg';
import { ChangeRefused } from '../../actions.ts';
import { SourceError } from '../../contract.ts';
import { isTransient, SourceUnavailable } from '../../transient.ts';
import { failedLogin, type LoginProblem, noHost, noTls, serverUnavailable } from '../server.ts';
import type { PostgresConnection } from './settings.ts';

/** The five characters of https://www.postgresql.org/docs/current/errcodes-appendix.html; undefined for errors of other origin. */
function stateOf(error: unknown): string | undefined {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

export const isForbidden = (error: unknown) => stateOf(error) === '42501';

/** The server was shut down, is starting, has no free connection, or cancelled a statement of a standby. */
const transient = /^(?:08...|53300|57P0[123]|40001|25P03)$/;
const lostConnection = /^(?:Connection terminated|Client has encountered a connection error|timeout expired)/;

/** The connection broke, or the server cannot answer at the moment. */
function isLost(error: unknown): boolean {
  const state = stateOf(error);
  if (state !== undefined && transient.test(state)) return true;
  return isTransient(error) || lostConnection.test((error as Error).message);
}

/** A table, column, function or form of statement that the server does not have. */
const lacking = /^(?:42P01|42703|42883|42704|42601|0A000|26000|34000)$/;

/** Servers that speak the protocol of PostgreSQL are many, and their version says little. What they lack shows when it is asked for. */
function lackingServer(message: string): SourceError {
  const fix =
    'name a server that has the catalogues and cursors of PostgreSQL 9.6 or newer; behind a pooler, use its session mode or the server itself';
  return new SourceError([
    { severity: 'error', place: 'host', message: `the server lacks what the connector reads: ${message}`, fix },
  ]);
}

/** @returns the error to throw when a statement failed: SourceUnavailable, {@link SourceError}, or what the server answers */
export function postgresStatementFailure(
  error: unknown,
  { statement_timeout_s: seconds }: PostgresConnection,
  isOfOperator = false,
): unknown {
  if (isLost(error)) return serverUnavailable(error);
  if (!isOfOperator && lacking.test(stateOf(error) ?? '')) return lackingServer((error as Error).message);
  if (stateOf(error) !== '57014') return error;
  const message = `a statement was cancelled: ${(error as Error).message} (${seconds} s)`;
  const fix = 'set a longer statement_timeout_s';
  return new SourceError([{ severity: 'error', place: 'statement_timeout_s', message, fix }]);
}

/** Another session held what the change needs: a lock, or the row of the role. */
const contended = /^(?:40P01|55P03)$/;
const contendedRow = /^tuple concurrently (?:updated|deleted)$/;
const longestDetail = 500;

/** @returns the error to throw when a change failed: SourceUnavailable, {@link SourceError}, or ChangeRefused with the server's reason */
export function postgresChangeFailure(error: unknown, settings: PostgresConnection): unknown {
  const { message, detail } = error as pg.DatabaseError;
  if (contended.test(stateOf(error) ?? '') || contendedRow.test(message)) return serverUnavailable(error);
  const explained = postgresStatementFailure(error, settings);
  if (stateOf(explained) === undefined) return explained;
  const rights = isForbidden(error) ? `; ${settings.user} lacks a right that the connector's README names` : '';
  const more = detail ? ` (${detail.replaceAll('\n', '; ').slice(0, longestDetail)})` : '';
  return new ChangeRefused(`the server refuses: ${message}${more}${rights}`, { cause: error });
}

/** Neither the server nor the role may have another connection. */
export function isOutOfConnections(error: unknown): boolean {
  return error instanceof SourceUnavailable && stateOf(error.cause) === '53300';
}

/** A refusal of a single database, when the server itself can be read. */
export function isRefusedDatabase(error: unknown): boolean {
  return error instanceof SourceError && error.problems.every(({ place }) => place === 'database');
}

/** @returns the error to throw when a connection cannot be opened: {@link SourceError}, or SourceUnavailable */
export function postgresLoginFailure(error: unknown, settings: PostgresConnection, database: string): Error {
  return failedLogin(error, settings, problemOf(error as Error, settings, database), isLost);
}

function problemOf(error: Error, settings: PostgresConnection, database: string): LoginProblem | undefined {
  const { message } = error;
  const grant = `GRANT CONNECT ON DATABASE … TO ${settings.user}`;
  if (message === 'The server does not support SSL connections') return noTls(settings.host);
  if ((error as NodeJS.ErrnoException).code === 'ENOTFOUND') return noHost(settings.host);
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
    const fix = 'name the folder that unix_socket_directories of the server names';
    return { place: 'host', message: `there is no socket of port ${settings.port} in ${settings.host}`, fix };
  }
  switch (stateOf(error)) {
    case '28P01':
      return { place: 'password', message, fix: 'correct user and password' };
    case '28000':
      return { place: 'database', message, fix: 'allow the connection in pg_hba.conf, and give the role LOGIN' };
    case '3D000':
      return { place: 'database', message, fix: 'name a database that exists' };
    case '42501':
      return { place: 'database', message: `${database}: ${message}`, fix: grant };
    case '55000':
      return { place: 'database', message: `${database}: ${message}`, fix: 'name a database that allows connections' };
    default:
      return message.startsWith('SASL: ') && settings.password === undefined
        ? { place: 'password', message: 'the server asks for a password', fix: 'set password' }
        : undefined;
  }
}
