// Finds the object that a path names.
import { ServiceError } from '../../errors.ts';
import type { Visible } from '../../resources/visibility/visible.ts';
import type { Version } from '../../warehouse/version/version.ts';
import { parseUuid } from '../http/list-query.ts';

/**
 * The id of an object in the version, in lowercase.
 * @throws ServiceError BAD_REQUEST for text that is no id, NOT_FOUND for an id that is not in the collection
 */
export function existing(version: Version, collection: string, text: string, visible: Visible): string {
  const id = parseUuid('id', text);
  if (version.collection(collection).has(id, visible)) return id;
  throw new ServiceError('NOT_FOUND', `${collection}: there is no ${id}, or it is not visible to this client`);
}
