// What is wrong with a condition. The service says it of the whole query, of which the reader has written only the condition.
import { ApiError } from '../../api/api-error.ts';

const place = /^(?:query_string: )?line \d+, column \d+: /;
/** What the service says to programs and on the command line. */
const elsewhere =
  /GET \/v1\/schema\/models lists (the tables|the columns of each table), as does \\d( TABLE)? in rolecall query/g;

/**
 * @param sql the query around the condition, which stands in parentheses after the last `AND`
 * @param where the condition, in one line
 * @returns the error in the terms of the condition; another error as it is
 */
export function inTermsOfCondition(error: unknown, sql: string, where: string | undefined): unknown {
  if (where === undefined || !(error instanceof ApiError) || error.code !== 'QUERY_PARSE_ERROR') return error;
  const { line, column } = error.details ?? {};
  const lines = sql.slice(0, sql.lastIndexOf(`(${where}\n`) + 1).split('\n');
  const at = Number(column) - [...lines.at(-1)!].length;
  const isInside = line === lines.length && at >= 1 && at <= [...where].length;
  const reason = error.message.replace(place, '').replaceAll(elsewhere, 'the page SQL lists $1');
  const message = `${isInside ? `The condition, at character ${at}` : 'The condition'}: ${reason}`;
  return new ApiError(error.status, { code: error.code, message }, error.requestId);
}
