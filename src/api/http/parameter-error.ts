// The errors for a parameter of a request that is wrong.
import { ServiceError } from '../../errors.ts';

/**
 * BAD_REQUEST whose message and details name the parameter.
 * @param problem follows the name in the message
 * @param details further details
 */
export function wrongParameter(parameter: string, problem: string, details: object = {}): ServiceError {
  return new ServiceError('BAD_REQUEST', `${parameter}: ${problem}`, { details: { parameter, ...details } });
}

/** BAD_REQUEST for a parameter that the operation does not have. @param hint which ones it has */
export function unknownParameter(parameter: string, hint: string): ServiceError {
  const message = `unknown query parameter ${quoted(parameter)}; ${hint}`;
  return new ServiceError('BAD_REQUEST', message, { details: { parameter: shortened(parameter) } });
}

/** A text of the request for a message. */
export const quoted = (text: string) => JSON.stringify(shortened(text));

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
