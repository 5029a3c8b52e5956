// Local ids of what has no id of its own in Okta.
/** A standard role that is limited to some groups or applications: Okta has no object for it, only the assignment. */
export const limitedRoleId = (type: string, assigneeId: string) => `${type}@${assigneeId}`;

/** A directory from which Okta takes accounts, as accounts name it. */
export const directoryId = (type: string, name: string) => `${type}:${name}`;

/** Links a token to the account of its owner. Okta shows no hash of the token itself. */
export const tokenIdentifier = (tokenId: string) => `${tokenPrefix}${tokenId}`;
export const tokenIdOf = (identifier: string) => identifier.slice(tokenPrefix.length);
const tokenPrefix = 'okta-token:';
