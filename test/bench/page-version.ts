// Which version a page of a list came from: its page token says so.

/** A page token is 16 bytes of seal and then `[tenant, collection, instance, version, position]`. */
const sealBytes = 16;

/** @param page the body of a page that another one follows */
export function pageVersion(page: string): number {
  const { nextPageToken } = JSON.parse(page) as { nextPageToken: string };
  return JSON.parse(Buffer.from(nextPageToken, 'base64url').toString('utf8', sealBytes))[3];
}
