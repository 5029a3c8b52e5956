// Requests of changes, with errors that say what to do.
import { ChangeRefused } from '../../../src/connector/actions.ts';
import { requestChange } from '../../../src/connector/http/change-request.ts';
import type { HttpAnswer, HttpRequest } from '../../../src/connector/http/request.ts';
import type { OktaClient } from '../client.ts';

/** @throws ChangeRefused with Okta's own words when it refuses */
export const ask = (client: OktaClient, request: HttpRequest): Promise<HttpAnswer> =>
  requestChange(client.http, 'Okta', request);

/** An object by its id. @throws ChangeRefused when it does not exist */
export async function stored(client: OktaClient, collection: 'users' | 'groups', id: string): Promise<unknown> {
  const { body, status } = await ask(client, { url: `api/v1/${collection}/${encodeURIComponent(id)}`, accepts: [404] });
  if (status === 404)
    throw new ChangeRefused(`there is no ${collection === 'users' ? 'user' : 'group'} with the id ${id}`);
  return body;
}
