// Addresses of lists and resources, relative to the base address of the service.

/** The address of one resource; undefined for an id that is no part of a path: `..` leads elsewhere, and an empty id to the list. */
export function resourceAddress(endpoint: string, id: string): string | undefined {
  return /^\.*$/.test(id) ? undefined : `${endpoint}/${encodeURIComponent(id)}`;
}

/**
 * Where an endpoint of ResourceTypes may be, the most likely place first. It is relative to the base address (RFC 7643, section 6), but
 * services also write the path of the base before it, a part of that path, or the whole address, which may be one that
 * only their own network knows.
 * @param usual the endpoint of most services
 */
export function endpointCandidates(written: string, baseUrl: string, usual: string): string[] {
  const path = URL.canParse(written) ? new URL(written).pathname : written;
  const parts = partsOf(path);
  if (parts.length === 0 || parts.some(part => !/^[\w.~%-]+$/.test(part) || /^\.+$/.test(part))) return [usual];
  const base = partsOf(new URL(baseUrl).pathname);
  const repeated = longestOverlap(base, parts);
  const own = parts.slice(repeated).join('/');
  const standard = own.toLowerCase() === usual.toLowerCase();
  const all = repeated > 0 && !standard ? [parts.join('/'), own, usual] : [own, usual];
  return [...new Set(all.filter(candidate => candidate !== ''))];
}

const partsOf = (path: string) => path.split('/').filter(part => part !== '');

/** How many parts at the end of the base are those at the beginning of the endpoint. */
function longestOverlap(base: readonly string[], parts: readonly string[]): number {
  for (let length = Math.min(base.length, parts.length); length > 0; length -= 1) {
    if (base.slice(-length).every((part, index) => part === parts[index])) return length;
  }
  return 0;
}
