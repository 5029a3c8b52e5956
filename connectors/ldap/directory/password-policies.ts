// The policies that decide how long the locks of accounts last. They are entries of the directory themselves, and are read once.
import { EqualityFilter } from 'ldapts';
import type { LdapClient } from '../client.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { readEntry, searchOnce } from '../protocol/search.ts';
import { dnKey, isWithin } from './dn.ts';
import { firstText, holdsTrue, numberOf, textsOf } from './entry.ts';
import { subentryClass } from './kinds.ts';

/** A password policy of draft-behera-ldap-password-policy. */
export interface LockPolicy {
  /** Whether it lets the server lock accounts at all. */
  readonly locks: boolean;
  /** 0: until an administrator ends the lock. */
  readonly lockoutMs: number;
  /** After this time without a sign-in the account is locked. */
  readonly idleMs: number | undefined;
}

/** What applies to one account. */
export interface AccountPolicies {
  /** The policy of the account, or all that may be it; none: none can be seen. */
  readonly lock: readonly LockPolicy[];
  /** That these policies apply is probable, but nothing says so. */
  readonly isAssumed: boolean;
  /** Active Directory: how long the domain locks an account; infinite: until an administrator ends it. */
  readonly domainLockoutMs: number | undefined;
  /** 389 Directory Server: after this time without a sign-in the account is inactive. */
  readonly inactivityMs: number | undefined;
}

const policyAttributes = ['objectClass', 'pwdLockout', 'pwdLockoutDuration', 'pwdMaxIdle'];

interface Policies {
  /** Those that may apply to an account that names none. */
  readonly lock: readonly LockPolicy[];
  readonly isAssumed: boolean;
  /** Of all policies that can be seen. */
  readonly idleMs: readonly number[];
  readonly domainLockoutMs: number | undefined;
  readonly named: Map<string, Promise<RawEntry | undefined>>;
}

const known = new WeakMap<LdapClient, Promise<Policies>>();

/** Attributes of accounts whose meaning depends on a policy. */
const dependent = ['pwdAccountLockedTime', 'pwdLastSuccess', 'lockoutTime', 'acctPolicySubentry'];

export async function policiesOf(client: LdapClient, account: RawEntry): Promise<AccountPolicies> {
  const isDependent = dependent.some(name => !['0', undefined].includes(firstText(account, name)));
  if (!isDependent && client.server.kind !== '389-ds')
    return { lock: [], isAssumed: false, domainLockoutMs: undefined, inactivityMs: undefined };
  const { lock, isAssumed, domainLockoutMs, named } = await allPolicies(client);
  const ownDn = firstText(account, 'pwdPolicySubentry');
  const own = ownDn === undefined ? undefined : await entryOnce(client, named, ownDn, policyAttributes);
  return {
    lock: ownDn === undefined ? lock : policyIn(own),
    isAssumed: ownDn === undefined && isAssumed,
    domainLockoutMs,
    inactivityMs: await inactivityOf(client, named, firstText(account, 'acctPolicySubentry')),
  };
}

/**
 * Where the connector may read the configuration of the plugin Account Policy, it says whether limits are enforced, and the limit of
 * accounts that name no policy. Servers hide it unless an ACI shows it; then the policies that accounts name are taken as enforced.
 */
async function inactivityOf(
  client: LdapClient,
  named: Policies['named'],
  dn: string | undefined,
): Promise<number | undefined> {
  const plugin =
    client.server.kind === '389-ds' ? await entryOnce(client, named, pluginDn, [pluginEnabled]) : undefined;
  const isEnabled = plugin && firstText(plugin, pluginEnabled)?.toLowerCase();
  if (isEnabled === 'off' || (dn === undefined && isEnabled !== 'on')) return undefined;
  const policy = await entryOnce(client, named, dn ?? `cn=config,${pluginDn}`, ['accountInactivityLimit']);
  const seconds = policy && numberOf(policy, 'accountInactivityLimit');
  return seconds ? seconds * 1000 : undefined;
}

const pluginDn = 'cn=Account Policy Plugin,cn=plugins,cn=config';
const pluginEnabled = 'nsslapd-pluginEnabled';

/** The spans of time after which accounts without a sign-in are locked. */
export async function idleSpansMs(client: LdapClient): Promise<readonly number[]> {
  return (await allPolicies(client)).idleMs;
}

export async function domainLockoutMs(client: LdapClient): Promise<number | undefined> {
  return (await allPolicies(client)).domainLockoutMs;
}

function allPolicies(client: LdapClient): Promise<Policies> {
  const policies = known.get(client) ?? readPolicies(client);
  known.set(client, policies);
  return policies;
}

async function readPolicies(client: LdapClient): Promise<Policies> {
  const named: Policies['named'] = new Map();
  const { server, settings, session } = client;
  if (server.kind === 'active-directory') {
    const domain = server.defaultNamingContext;
    const { entry } = domain === undefined ? {} : await readEntry(session, domain, ['lockoutDuration']);
    const lockoutMs = entry && durationMs(firstText(entry, 'lockoutDuration'));
    return { lock: [], isAssumed: false, idleMs: [], domainLockoutMs: lockoutMs, named };
  }
  const seen = await policiesInTree(client);
  const policies = [...seen.values()];
  const idleMs = [...new Set(policies.flatMap(policy => policy.idleMs ?? []))];
  const rest = { idleMs, domainLockoutMs: undefined, named };
  if (settings.lockout_policy !== undefined) {
    const entry = await entryOnce(client, named, settings.lockout_policy, policyAttributes);
    return { ...rest, lock: policyIn(entry), isAssumed: false };
  }
  // Nothing in the tree says which policy is that of the accounts that name none. Where all are the same, it does not matter.
  if (new Set(policies.map(policy => JSON.stringify(policy))).size <= 1)
    return { ...rest, lock: policies, isAssumed: false };
  // The policies that accounts name are exceptions.
  const unnamed: LockPolicy[] = [];
  for (const [dn, policy] of seen) if (!(await isNamed(client, dn))) unnamed.push(policy);
  return { ...rest, lock: unnamed.length > 0 ? unnamed : policies, isAssumed: unnamed.length > 0 };
}

/** By DN. Those that lie beside the base apply too. */
async function policiesInTree({ server, session, base, baseKey }: LdapClient): Promise<Map<string, LockPolicy>> {
  const top = server.namingContexts.find(context => {
    const key = dnKey(context);
    return key !== undefined && key !== '' && isWithin(baseKey, key);
  });
  const filter = `(&(objectClass=pwdPolicy)(|(objectClass=*)(objectClass=${subentryClass})))`;
  const search = { base: top ?? base, scope: 'sub', filter, attributes: policyAttributes } as const;
  return new Map((await searchOnce(session, search)).map(entry => [entry.dn, policyOf(entry)]));
}

/** Whether an account names the policy as its own. */
async function isNamed({ session, base }: LdapClient, dn: string): Promise<boolean> {
  const filter = new EqualityFilter({ attribute: 'pwdPolicySubentry', value: dn });
  return (await searchOnce(session, { base, scope: 'sub', filter, attributes: ['1.1'] }, 1)).length > 0;
}

function entryOnce(
  client: LdapClient,
  named: Policies['named'],
  dn: string,
  attributes: readonly string[],
): Promise<RawEntry | undefined> {
  const entry = named.get(dn) ?? readEntry(client.session, dn, attributes).then(answer => answer.entry);
  named.set(dn, entry);
  return entry;
}

/** Nothing for an entry that is not there, or that has a policy in other words. */
function policyIn(entry: RawEntry | undefined): LockPolicy[] {
  const isPolicy = entry && textsOf(entry, 'objectClass').some(name => name.toLowerCase() === 'pwdpolicy');
  return isPolicy ? [policyOf(entry)] : [];
}

function policyOf(entry: RawEntry): LockPolicy {
  const idleSeconds = numberOf(entry, 'pwdMaxIdle') ?? 0;
  return {
    locks: holdsTrue(entry, 'pwdLockout'),
    lockoutMs: (numberOf(entry, 'pwdLockoutDuration') ?? 0) * 1000,
    idleMs: idleSeconds > 0 ? idleSeconds * 1000 : undefined,
  };
}

/** Negative intervals of 100 nanoseconds; 0 and the smallest number stand for "for ever" (MS-ADTS, lockoutDuration). */
function durationMs(text: string | undefined): number | undefined {
  if (text === undefined || !/^-?\d{1,19}$/.test(text)) return undefined;
  return text === '0' || text === '-9223372036854775808' ? Number.POSITIVE_INFINITY : -Number(BigInt(text) / 10_000n);
}
