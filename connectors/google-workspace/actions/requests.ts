// Requests of changes, with errors that say what to do.
import { ChangeRefused } from '../../../src/connector/actions.ts';
import { requestChange } from '../../../src/connector/http/change-request.ts';
import type { HttpAnswer, HttpRequest } from '../../../src/connector/http/request.ts';
import { textAt } from '../../../src/connector/json-values.ts';
import type { GoogleClient } from '../client.ts';
import { type GoogleList, wholeGoogleList } from '../paging.ts';

/** @param request its address is below `admin/directory/v1/` @throws ChangeRefused with Google's own words when it refuses */
export const ask = ({ http }: GoogleClient, request: HttpRequest): Promise<HttpAnswer> =>
  requestChange(http, 'Google', { ...request, url: `admin/directory/v1/${request.url}` });

export const userPath = (id: string) => `users/${encodeURIComponent(id)}`;

/** @throws ChangeRefused when there is no user with this id */
export async function storedUser(client: GoogleClient, id: string): Promise<unknown> {
  const { body, status } = await ask(client, { url: userPath(id), accepts: [404] });
  // Addresses and aliases are keys of users too; ids are what the reads land.
  if (status === 404 || textAt(body, 'id') !== id) throw new ChangeRefused(`there is no user with the id ${id}`);
  return body;
}

/** All items of a list. @throws ChangeRefused when one is missing */
export async function completeList(client: GoogleClient, list: GoogleList): Promise<unknown[]> {
  const { items, gaps } = await wholeGoogleList(client, list);
  if (gaps[0]) throw new ChangeRefused(`${gaps[0].subject}: ${gaps[0].message}`);
  return items;
}
