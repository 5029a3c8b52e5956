// What an error of the server or of the connection means for a run.
import { ChangeRefused } from '../../actions.ts';
import { SourceError } from '../../contract.ts';
import { isTransient } from '../../transient.ts';
import { failedLogin, type LoginProblem, noHost, noTls, serverUnavailable } from '../server.ts';
import type { MysqlConnection } from './settings.ts';

/** Names of https://dev.mysql.com/doc/mysql-errors/8.4/en/server-error-reference.html, or of Node.js and mysql2. */
function codeOf(error: unknown): string {
  const { code = '', errno } = error as { code?: string; errno?: number };
  return codesOfMariadb.get(errno) ?? code;
}

/** Errors of MariaDB that mysql2 has no name for: https://mariadb.com/kb/en/mariadb-error-code-reference/ */
const codesOfMariadb = new Map<number | undefined, string>([
  [1927, 'ER_CONNECTION_KILLED'],
  [1969, 'ER_STATEMENT_TIMEOUT'],
  [3024, 'ER_QUERY_TIMEOUT'],
  [4151, 'ER_ACCOUNT_HAS_BEEN_LOCKED'],
]);

const forbidden = new Set([
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_COLUMNACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_SPECIFIC_ACCESS_DENIED_ERROR',
]);

export const isDeniedStatement = (error: unknown) => forbidden.has(codeOf(error));

const transient = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ER_CON_COUNT_ERROR',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
  'ER_SERVER_SHUTDOWN',
  'ER_NORMAL_SHUTDOWN',
  'ER_CONNECTION_KILLED',
  'ER_LOCK_WAIT_TIMEOUT',
]);

/** A table, column, function or form of statement that the server does not have. */
const lacking = new Set([
  'ER_NO_SUCH_TABLE',
  'ER_UNKNOWN_TABLE',
  'ER_BAD_FIELD_ERROR',
  'ER_PARSE_ERROR',
  'ER_SP_DOES_NOT_EXIST',
  'ER_UNKNOWN_SYSTEM_VARIABLE',
  'ER_NOT_SUPPORTED_YET',
]);

/** Servers that speak the protocol are many, and their version can be any text. What they lack shows when it is asked for. */
function lackingServer(message: string): SourceError {
  const fix = 'name a server that has the grant tables of MySQL 8.0 or MariaDB 10.4, or newer';
  return new SourceError([
    { severity: 'error', place: 'host', message: `the server lacks what the connector reads: ${message}`, fix },
  ]);
}

function isLostConnection(error: unknown): boolean {
  return transient.has(codeOf(error)) || isTransient(error) || /^Can't add new command/.test((error as Error).message);
}

/** @returns the error to throw when a statement failed: SourceUnavailable, {@link SourceError}, or what the server answers */
export function mysqlStatementFailure(
  error: unknown,
  { statement_timeout_s: seconds }: MysqlConnection,
  isOfOperator = false,
): unknown {
  if (isLostConnection(error)) return serverUnavailable(error);
  if (!isOfOperator && lacking.has(codeOf(error))) return lackingServer((error as Error).message);
  if (!['ER_STATEMENT_TIMEOUT', 'ER_QUERY_TIMEOUT'].includes(codeOf(error))) return error;
  const message = `a statement took longer than ${seconds} s: ${(error as Error).message}`;
  const fix = 'set a longer statement_timeout_s';
  return new SourceError([{ severity: 'error', place: 'statement_timeout_s', message, fix }]);
}

/** @returns the error to throw when a change failed: SourceUnavailable, {@link SourceError}, or ChangeRefused with the server's reason */
export function mysqlChangeFailure(error: unknown, settings: MysqlConnection): unknown {
  const { sqlState, sqlMessage } = error as { sqlState?: string; sqlMessage?: string };
  if (sqlState === undefined || isLostConnection(error)) return error;
  const rights = /ACCESS_DENIED/.test(codeOf(error))
    ? `; ${settings.user} lacks a right that the connector's README names`
    : '';
  return new ChangeRefused(`the server refuses: ${sqlMessage}${rights}`, { cause: error });
}

/** @returns the error to throw when the connection cannot be opened: {@link SourceError}, or SourceUnavailable */
export function mysqlLoginFailure(error: unknown, settings: MysqlConnection): Error {
  return failedLogin(error, settings, problemOf(error as Error, settings), isLostConnection);
}

function problemOf(error: Error, settings: MysqlConnection): LoginProblem | undefined {
  const { message } = error;
  switch (codeOf(error)) {
    case 'HANDSHAKE_NO_SSL_SUPPORT':
      return noTls(settings.host);
    case 'ENOTFOUND':
      return noHost(settings.host);
    case 'ENOENT':
      return { place: 'host', message: `there is no socket ${settings.host}`, fix: 'name the socket of the server' };
    case 'ER_ACCESS_DENIED_ERROR':
    case 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR':
      return { place: 'password', message, fix: 'correct user and password, and the host that the account allows' };
    case 'ER_HOST_NOT_PRIVILEGED':
      return { place: 'user', message, fix: 'create the account for the host that Rolecall connects from' };
    case 'ER_ACCOUNT_HAS_BEEN_LOCKED':
    case 'ER_USER_IS_BLOCKED':
      return { place: 'user', message, fix: 'unlock the account' };
    case 'ER_MUST_CHANGE_PASSWORD':
    case 'ER_MUST_CHANGE_PASSWORD_LOGIN':
      return { place: 'password', message, fix: 'give the account a new password' };
    case 'ER_SECURE_TRANSPORT_REQUIRED':
      return { place: 'tls.mode', message, fix: 'set tls.mode to required' };
    case 'MYSQL_CLEAR_PASSWORD_NOT_ENABLED':
      return { place: 'user', message, fix: 'use an account that does not send its password as clear text' };
    default:
      return undefined;
  }
}
