// The origins (RFC 6454) at which browsers open this service: those of its configured addresses. A loopback address has several
// names, and a person may type any of them.
import type { Addresses } from './addresses.ts';

const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]'];

export function ownOrigins({ baseUrl, issuer }: Pick<Addresses, 'baseUrl' | 'issuer'>): ReadonlySet<string> {
  return new Set([baseUrl, issuer].flatMap(address => [new URL(address).origin, ...otherNames(address)]));
}

/**
 * An address of this service under the name by which a browser reached it, so that its requests stay at one origin.
 * @param host the Host header of the browser's request
 */
export function addressAsReached(address: string, host: string | undefined): string {
  const { origin, protocol } = new URL(address);
  const reached = `${protocol}//${host}`;
  return otherNames(address).includes(reached) ? address.replace(origin, reached) : address;
}

/** The origins of a loopback address under its other names; none for other addresses. */
function otherNames(address: string): string[] {
  const url = new URL(address);
  if (!loopbackHosts.includes(url.hostname)) return [];
  return loopbackHosts.map(host => {
    url.hostname = host;
    return url.origin;
  });
}
