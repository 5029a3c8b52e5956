// Ids of relationships that have none of their own in the source.
import { composeId } from './composed-id.ts';

export type RelationshipEnd = readonly [type: string, id: string];

const seam =
  />+(?:Account|UserGroup|Role|AssignedApplication|IntegratedApplication|ResourceClass|ResourceInstance|Department|ObjectDirectory|PermissionSet):/g;

/** Both ends with their types, and what tells several relationships between the same ends apart. */
export function relationshipId(from: RelationshipEnd, to: RelationshipEnd, kind?: string): string {
  const target = kind === undefined ? to.join(':') : `${to.join(':')}#${kind}`;
  return composeId([from.join(':'), target], '>', seam);
}
