// Reads the version of a list page from its page token.

/** A page token consists of a 16-byte seal and then `[tenant, collection, instance, version, position]`. */
const sealBytes = 16;

/** @param page the body of a page that has a next page */
export function pageVersion(page: string): number {
  const { nextPageToken } = JSON.parse(page) as { nextPageToken: string };
  return JSON.parse(Buffer.from(nextPageToken, 'base64url').toString('utf8', sealBytes))[3];
}
