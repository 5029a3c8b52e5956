// What an entry is, by its object classes.
import type { RawEntry } from '../protocol/messages.ts';
import { textsOf } from './entry.ts';
import type { ServerKind } from './server.ts';

/** What an entry lands as. `container`: an object directory or department. */
export type EntityKind = 'account' | 'group' | 'role' | 'container';

export const entityKinds: readonly EntityKind[] = ['account', 'group', 'role', 'container'];

type Classes = Readonly<Record<EntityKind, readonly string[]>>;

/** Classes of RFC 4519, RFC 4524, RFC 2307 and 2307bis, RFC 2798, and those of 389 Directory Server, FreeIPA and eDirectory. */
const ldapClasses: Classes = {
  account: [
    'person',
    'organizationalPerson',
    'inetOrgPerson',
    'posixAccount',
    'shadowAccount',
    'account',
    'simpleSecurityObject',
    'krbPrincipalAux',
    'krbPrincipal',
    'ipaHost',
    'nsPerson',
    'nsAccount',
    'user',
  ],
  group: [
    'groupOfNames',
    'groupOfUniqueNames',
    'groupOfMembers',
    'groupOfEntries',
    'posixGroup',
    'groupOfURLs',
    'groupOfCertificates',
    'dynamicGroup',
    'ipaUserGroup',
    'group',
  ],
  role: ['organizationalRole', 'nsRoleDefinition'],
  container: [
    'organizationalUnit',
    'organization',
    'domain',
    'dcObject',
    'nsContainer',
    'container',
    'country',
    'locality',
  ],
};

const activeDirectoryClasses: Classes = {
  account: [
    ...['user', 'msDS-GroupManagedServiceAccount', 'msDS-ManagedServiceAccount', 'inetOrgPerson', 'computer'],
    // AD LDS: accounts whose binds a domain decides
    ...['userProxy', 'userProxyFull'],
  ],
  group: ['group', 'foreignSecurityPrincipal'],
  role: [],
  container: ['organizationalUnit', 'container', 'domainDNS', 'builtinDomain', 'lostAndFound', 'msDS-QuotaContainer'],
};

const classesOf = (kind: ServerKind) => (kind === 'active-directory' ? activeDirectoryClasses : ldapClasses);

const kindsByClass = new Map(
  [ldapClasses, activeDirectoryClasses].map(classes => [
    classes,
    entityKinds.map(kind => [kind, new Set(classes[kind].map(name => name.toLowerCase()))] as const),
  ]),
);

/**
 * The first of account, group, role and container that one of the entry's classes belongs to. So the common
 * `organizationalRole` with a password (`simpleSecurityObject`) is an account.
 */
export function kindOf(entry: RawEntry, server: ServerKind): EntityKind | undefined {
  const own = textsOf(entry, 'objectClass').map(name => name.toLowerCase());
  return kindsByClass.get(classesOf(server))!.find(([, classes]) => own.some(name => classes.has(name)))?.[0];
}

/**
 * 389 Directory Server returns subentries only when (objectClass=ldapSubEntry) is somewhere in the filter, or when an entry is read by
 * its DN (`get_filter` in ldap/servers/slapd/filter.c; HP-UX Directory Server Administrator Guide, section 5.1.3).
 */
export const subentryClass = 'ldapSubEntry';

/** Finds all entries of these kinds, and perhaps others: an entry may have classes of several kinds ({@link kindOf}). */
export function kindFilter(kinds: readonly EntityKind[], server: ServerKind): string {
  const classes = kinds.flatMap(kind => classesOf(server)[kind]);
  if (server === 'active-directory') {
    // Computers and service accounts are subclasses of user, and objectCategory is what Active Directory has an index of.
    const roots = classes.filter(name => !['computer', 'inetOrgPerson'].includes(name) && !name.startsWith('msDS-'));
    return `(|${roots.map(name => `(objectClass=${name})`).join('')})`;
  }
  const alternatives = classes.map(name => `(objectClass=${name})`);
  // Roles of 389 Directory Server are subentries, which it returns only to a filter that names their class.
  if (server === '389-ds' && kinds.includes('role'))
    alternatives.push(`(&(objectClass=${subentryClass})(objectClass=nsRoleDefinition))`);
  return `(|${alternatives.join('')})`;
}
