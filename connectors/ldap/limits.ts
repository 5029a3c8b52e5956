// Limits on everything that a server sends, because a server may be hostile or broken. Exceeding one ends the read with an error
// and never in a hang.

/** One LDAP message. A group with a million members in one attribute has about 100 MB. */
export const maxMessageBytes = 256 * 1024 * 1024;
/** Entries of one page: servers may ignore the page size, but then they send everything at once. */
export const maxPageEntries = 5_000_000;
/** Steps in which one attribute is read to its end (`member;range=0-1499`). Active Directory sends 1,500 values at a time. */
export const maxRangeSteps = 20_000;
/** Pages of one search that bring neither an entry nor a new cookie. */
export const maxEmptyPages = 1_000;
/** Groups of one page when their members are read: each may have many thousands. */
export const groupsPerPage = 20;
/** Records in one page of a read. */
export const recordsPerPage = 1_000;
/** Names that a gap lists before it only counts. */
export const namedInGap = 5;
/** The file of a CA. */
export const maxCaFileBytes = 4 * 1024 * 1024;
/** Names or ids that one search asks for. */
export const namesPerSearch = 100;
/** From this many unknown names of members on, all ids are read instead of looking up each name. */
export const namesBeforeSweep = 2_000;
/** When more entries than this changed, everything is read again. */
export const mostChanges = 10_000;
/** When more entities than this changed, all memberships are read again: each entity needs a search for the groups that name it. */
export const mostChangedMembers = 1_000;
/** Accounts that are disabled and read again in each incremental read, because locks can end without a change that shows. */
export const mostDisabledAgain = 1_000;
/** Days after which a position is not used any more: servers forget what was deleted. */
export const oldestPositionDays = 30;
/** Changes that a connection carries at a time: enough that the server never waits for the next one. */
export const changesUnderWay = 32;
/** Searches for single entries or names that a read has under way at a time. */
export const searchesUnderWay = 16;
