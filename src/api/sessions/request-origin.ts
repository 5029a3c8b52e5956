// Whether a request comes from a page of this service. Browsers say so (https://www.w3.org/TR/fetch-metadata/ and RFC 6454), and no
// page can change what they say.
import type { FastifyRequest } from 'fastify';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export function isSafe({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return safeMethods.has(method);
}

/**
 * Whether the browser reaches the service over https: `base_url` says so, or a trusted proxy does (X-Forwarded-Proto).
 * @param baseUrl the public address of the service
 */
export function isOverHttps({ protocol }: Pick<FastifyRequest, 'protocol'>, baseUrl: string): boolean {
  return baseUrl.startsWith('https:') || protocol === 'https';
}

/**
 * Whether a page of this service sends the request. Browsers send Sec-Fetch-Site to https addresses and to this machine only, so
 * elsewhere Origin decides.
 * @param ownOrigins the origins of the configured addresses
 */
export function comesFromOwnPage(request: FastifyRequest, baseUrl: string, ownOrigins: ReadonlySet<string>): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin';
  // The browser also sets Host, so a page at the same host is a page of this service.
  const reached = `${isOverHttps(request, baseUrl) ? 'https' : 'http'}://${request.host}`;
  return origin !== undefined && (ownOrigins.has(origin) || origin === reached);
}

/** Whether a page of another origin loads something from here, instead of leading the person here. */
export function isLoadedByOtherPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  const isOther = site !== undefined && site !== 'same-origin' && site !== 'none';
  return isOther && headers['sec-fetch-mode'] !== 'navigate';
}
