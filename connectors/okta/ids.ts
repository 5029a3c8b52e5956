// Local ids of what has no id of its own in Okta.
import { composeId } from '../../src/connector/composed-id.ts';

type End = readonly [type: string, id: string];

const seam = />+(?:UserGroup|Role|AssignedApplication|IntegratedApplication|ResourceInstance):/g;

/** The id of a relationship: both ends with their types, and what tells several between the same ends apart. */
export function relationId(from: End, to: End, kind?: string): string {
  const target = kind === undefined ? to.join(':') : `${to.join(':')}#${kind}`;
  return composeId([from.join(':'), target], '>', seam);
}

/** A standard role that is limited to some groups or applications: Okta has no object for it, only the assignment. */
export const limitedRoleId = (type: string, assigneeId: string) => `${type}@${assigneeId}`;

/** A directory from which Okta takes accounts, as accounts name it. */
export const directoryId = (type: string, name: string) => `${type}:${name}`;

/** Links a token to the account of its owner. Okta shows no hash of the token itself. */
export const tokenIdentifier = (tokenId: string) => `${tokenPrefix}${tokenId}`;
export const tokenIdOf = (identifier: string) => identifier.slice(tokenPrefix.length);
const tokenPrefix = 'okta-token:';
