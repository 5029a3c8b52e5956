// User groups (RFC 7643, section 4.2).
import { attribute, localIdOf, textOf, timeOf } from './attributes.ts';
import { identified, type Mapped, present } from './users.ts';

export function userGroupOf(resource: unknown, subject: string, index: number): Mapped {
  const known = identified(resource, subject, index);
  if ('rejection' in known) return known;
  const id = localIdOf(known.id);
  const name = textOf(resource, 'displayName');
  if (name === undefined) {
    return { rejection: { place: known.place, reasons: ['displayName: is missing'], id } };
  }
  const meta = attribute(resource, 'meta');
  const fields = {
    id,
    name,
    type: 'Unknown',
    createdDate: timeOf(meta, 'created'),
    lastModifiedDate: timeOf(meta, 'lastModified'),
  };
  return { record: present(fields), place: known.place };
}
