// Requests of changes: when the source refuses one, the change is refused with its own words.
import { ChangeRefused } from '../actions.ts';
import type { HttpClient } from './client.ts';
import { HttpError } from './http-error.ts';
import type { HttpAnswer, HttpRequest } from './request.ts';

/**
 * @param system name of the source's system, for the message
 * @throws ChangeRefused when the source answers with an error; SourceUnavailable when it should be tried again later
 */
export async function requestChange(
  http: Pick<HttpClient, 'send'>,
  system: string,
  request: HttpRequest,
): Promise<HttpAnswer> {
  try {
    return await http.send(request);
  } catch (error) {
    if (!(error instanceof HttpError) || error.status === undefined) throw error;
    throw new ChangeRefused(`${system} refuses ${error.subject}: ${error.problem}`, { cause: error });
  }
}
