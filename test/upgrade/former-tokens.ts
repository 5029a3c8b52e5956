// Page tokens of 0.1.0 and 0.2.0: signed, not encrypted. With them the pages of a former program can be compared byte for byte.
import { createHmac } from 'node:crypto';
import { createPageTokens, type Pagination } from '../../src/api/http/page-token.ts';

const macBytes = 16;

function formerToken(key: Buffer, { tenant, collection, filter, version, position }: Pagination): string {
  const payload = JSON.stringify([tenant, collection, filter, version, position]);
  const mac = createHmac('sha256', key).update(payload).digest().subarray(0, macBytes);
  return Buffer.concat([mac, Buffer.from(payload)]).toString('base64url');
}

/** The same page as the former program wrote it. @param key the service key `page-tokens` */
export function formerPage(key: Buffer, page: string, collection: string): string {
  const { nextPageToken } = JSON.parse(page);
  if (nextPageToken === undefined) return page;
  const pagination = createPageTokens(key).open(nextPageToken, {
    tenant: 'main',
    collection,
    filter: '',
    visible: undefined,
  });
  return page.replace(nextPageToken, formerToken(key, pagination));
}

/** An address with a former page token, with the token that names the same page now. */
export function presentAddress(key: Buffer, url: string): { url: string; collection: string } {
  const former = new URL(url, 'http://localhost').searchParams.get('pageToken')!;
  const [tenant, collection, filter, version, position] = JSON.parse(
    Buffer.from(former, 'base64url').toString('utf8', macBytes),
  );
  const token = createPageTokens(key).seal({ tenant, collection, filter, visible: undefined, version, position });
  return { url: url.replace(former, token), collection };
}
