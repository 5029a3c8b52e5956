// The kinds of objects that a collection has (`meta.type` of its files), and what they are in a directory.

export const kinds = {
  users: 'User',
  computers: 'Computer',
  groups: 'Group',
  domains: 'Domain',
  ous: 'Organizational unit',
  containers: 'Container',
  gpos: 'Group policy',
  aiacas: 'AIA certification authority',
  rootcas: 'Root certification authority',
  enterprisecas: 'Enterprise certification authority',
  ntauthstores: 'NTAuth store',
  certtemplates: 'Certificate template',
  issuancepolicies: 'Issuance policy',
} as const;

export type Kind = keyof typeof kinds;

export const isKind = (text: string): text is Kind => Object.hasOwn(kinds, text);

/** What every collection of a domain has. A file of these that is missing was not collected or got lost. */
export const neededKinds: readonly Kind[] = ['users', 'computers', 'groups', 'domains', 'ous', 'containers', 'gpos'];

export const accountKinds: ReadonlySet<Kind> = new Set(['users', 'computers']);
export const directoryKinds: ReadonlySet<Kind> = new Set(['domains', 'ous', 'containers']);

/** What an object is that others only refer to (`ObjectType`, `PrincipalType`). */
export type ReferenceKind = 'user' | 'computer' | 'group' | 'unknown';

export function referenceKindOf(type: string | undefined): ReferenceKind {
  if (type === 'User' || type === 'LocalUser') return 'user';
  if (type === 'Computer') return 'computer';
  return type === 'Group' || type === 'LocalGroup' ? 'group' : 'unknown';
}
