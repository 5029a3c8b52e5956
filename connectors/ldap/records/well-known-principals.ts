// Principals that exist in every Windows domain and have no entry of their own in it, only one that stands for them
// (foreignSecurityPrincipal). The system itself decides who belongs to them (MS-DTYP, section 2.4.2.4).
const names: Readonly<Record<string, string>> = {
  'S-1-1-0': 'Everyone',
  'S-1-5-2': 'Network',
  'S-1-5-4': 'Interactive',
  'S-1-5-7': 'Anonymous',
  'S-1-5-9': 'Enterprise Domain Controllers',
  'S-1-5-11': 'Authenticated Users',
  'S-1-5-15': 'This Organization',
  'S-1-5-17': 'IUSR',
  'S-1-5-18': 'Local System',
  'S-1-5-19': 'Local Service',
  'S-1-5-20': 'Network Service',
};

/** The name of a well-known principal; undefined for accounts and groups of other domains. */
export function wellKnownPrincipal(sid: string | undefined): string | undefined {
  return sid === undefined ? undefined : names[sid];
}
