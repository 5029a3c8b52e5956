// Who may assume which role of the account: trust policies of the roles together with the policies of whoever they trust.
import { textAt, valueAt } from '../../../src/connector/json-values.ts';
import type { AwsClient } from '../client.ts';
import {
  accountKey,
  accountOfArn,
  anySubjectGroupId,
  assumersId,
  everybodyId,
  externalAccountId,
  externalPrincipalId,
  providerGroupId,
  serviceId,
} from '../ids.ts';
import { contextOf } from '../policy/context.ts';
import { allowanceOf, decideAccess, denialOf } from '../policy/decision.ts';
import { type Policy, policyOf } from '../policy/document.ts';
import { admitsEverySubject } from '../policy/open-subjects.ts';
import { hasWildcard, overlaps } from '../policy/patterns.ts';
import { accountMeant } from '../policy/principals.ts';
import { rightsOf } from '../policy/rights.ts';
import { trustedPrincipals, trustIn } from '../policy/trust.ts';
import { clusterLinks } from './cluster-links.ts';
import { type Entities, type Entity, entities } from './entities.ts';
import { githubLinks } from './github-links.ts';
import { type Collector, type End, linkOf, type Outsider, type TrustLink, type Trusts } from './links.ts';
import { organization } from './organization.ts';

const assume = 'sts:AssumeRole';

export function trusts(client: AwsClient): Promise<Trusts> {
  return client.once('trusts', async () => {
    const all = await entities(client);
    const links = new Map<string, TrustLink>();
    const outsiders = new Map<string, Outsider>();
    const undecided: { role: string; reason: string }[] = [];
    const into: Collector = {
      // A principal that is named and also meant through its account is linked as the named one.
      link: link => {
        const key = JSON.stringify([link.from, link.to, link.elsewhere]);
        if (!links.has(key)) links.set(key, link);
      },
      outsider: outsider => outsiders.set(outsider.id, outsider),
      undecided: (role, reason) => undecided.push({ role, reason }),
    };
    const assuming = assumingEntities(all);
    for (const entity of assuming.everything)
      into.link({ from: endOf(entity), to: ['UserGroup', assumersId], conditions: [], dependsOn: [] });
    const general = contextOf({
      'aws:CurrentTime': client.openedAt,
      'aws:ResourceOrgID': (await organization(client)).id,
    });
    for (const role of all.roles) roleLinks({ client, all, assuming, general, role, into });
    for (const entity of [...assuming.everything, ...assuming.some]) foreignRoles(client, entity, into);
    return { links: [...links.values()], outsiders: [...outsiders.values()], undecided };
  });
}

const endOf = ({ type, arn }: Entity): End => [type, arn];

interface Assuming {
  /** May assume every role that trusts the account. */
  readonly everything: readonly Entity[];
  /** May assume some. */
  readonly some: readonly Entity[];
}

function assumingEntities({ users, roles }: Entities): Assuming {
  const everything: Entity[] = [];
  const some: Entity[] = [];
  for (const entity of [...users, ...roles]) {
    const request = { action: assume, resource: '*', context: entity.context };
    const { effect } = decideAccess(request, entity.layers);
    if (effect === 'allow') everything.push(entity);
    else if (effect === 'unknown') some.push(entity);
  }
  return { everything, some };
}

interface RoleTrust {
  readonly client: AwsClient;
  readonly all: Entities;
  readonly assuming: Assuming;
  /** What is known of requests of anybody. */
  readonly general: ReturnType<typeof contextOf>;
  readonly role: Entity;
  readonly into: Collector;
}

function roleLinks(trust: RoleTrust): void {
  const { role, into } = trust;
  const policy = policyOf('trust policy', valueAt(role.item, 'AssumeRolePolicyDocument'));
  if (policy === undefined) {
    into.undecided(role.arn, 'its trust policy cannot be read');
    return;
  }
  const named = trustedPrincipals(policy);
  // Principals that are named come first, because they need no policy of their own.
  for (const { kind, name } of named.toSorted((one, other) => rank(one.name) - rank(other.name))) {
    if (kind === 'Service') serviceLink(trust, policy, name);
    else if (kind === 'Federated') providerLink(trust, policy, name);
    else if (kind === 'AWS') principalLinks(trust, policy, name);
    else into.undecided(role.arn, `the kind of principal ${kind} is not known`);
  }
}

const rank = (name: string) => (name === '*' ? 2 : accountMeant(name) === undefined ? 0 : 1);

function serviceLink({ role, general, into }: RoleTrust, policy: Policy, name: string): void {
  const found = trustIn(policy, { kind: 'Service', name }, role.arn, general);
  if (found.effect === 'deny') return;
  into.outsider({ kind: 'service', id: serviceId(name), name });
  into.link(linkOf(['Account', serviceId(name)], role, found));
}

function providerLink(trust: RoleTrust, policy: Policy, name: string): void {
  const { role, general, into } = trust;
  const found = trustIn(policy, { kind: 'Federated', name }, role.arn, general);
  if (found.effect === 'deny') return;
  const isOpen = admitsEverySubject(name, policy, found);
  if (!isOpen && (githubLinks(name, role, found, into) || clusterLinks(name, role, found, into))) return;
  const id = isOpen ? anySubjectGroupId(name) : providerGroupId(name);
  into.outsider({ kind: isOpen ? 'any-subject' : 'provider', id, name });
  // Who signs in through the provider is a member of its authenticator, as the service joins it with the identity provider's source.
  into.link({ from: ['Authenticator', name], to: ['UserGroup', id], conditions: [], dependsOn: [] });
  into.link(linkOf(['UserGroup', id], role, found));
}

function principalLinks(trust: RoleTrust, policy: Policy, name: string): void {
  const { client, role, general, into } = trust;
  const account = accountMeant(name) ?? accountOfArn(name);
  if (name === '*') {
    const found = trustIn(policy, { kind: 'AWS', name }, role.arn, general);
    if (found.effect === 'deny') return;
    into.outsider({ kind: 'everybody', id: everybodyId, name });
    into.link(linkOf(['UserGroup', everybodyId], role, found));
  } else if (account === undefined) {
    // IAM puts the unique id in the place of a principal that was deleted. Nobody has it.
    if (!/^A[A-Z0-9]{15,}$/.test(name)) into.undecided(role.arn, `the principal ${name} is not known`);
  } else if (account !== client.account) foreignLink(trust, policy, name, account);
  else if (accountMeant(name) === undefined) namedLink(trust, policy, name);
  else delegatedLinks(trust, policy, name);
}

/** A principal of another account, or whoever that account lets assume the role. */
function foreignLink({ role, general, into }: RoleTrust, policy: Policy, name: string, account: string): void {
  const isWhole = accountMeant(name) !== undefined;
  const context = new Map([...general, ['aws:principalaccount', [account]] as const]);
  const found = trustIn(policy, { kind: 'AWS', name, account }, role.arn, context);
  if (found.effect === 'deny') return;
  const id = isWhole ? externalAccountId(account, role.arn) : externalPrincipalId(name);
  into.outsider(isWhole ? { kind: 'account', id, name: account, role: role.arn } : { kind: 'principal', id, name });
  into.link(linkOf(['UserGroup', id], role, found));
  const from: End | undefined = isWhole ? ['UserGroup', assumersId] : principalEnd(name);
  if (from)
    into.link({
      ...{ from, to: ['UserGroup', id], conditions: [], dependsOn: [] },
      elsewhere: { end: 'Source', key: accountKey(account) },
    });
}

/** A session of a role (`assumed-role/NAME/SESSION`) is the role. Its path is not in the ARN of the session. */
function principalEnd(arn: string): End | undefined {
  if (/:user\//.test(arn)) return ['Account', arn];
  return /:role\//.test(arn) ? ['Role', arn] : undefined;
}

/** A user or role of this account that the policy names: it needs no policy of its own, but one may deny it. */
function namedLink({ all, role, into }: RoleTrust, policy: Policy, name: string): void {
  const session = /^arn:[\w-]+:sts::\d{12}:assumed-role\/([^/]+)\/(.+)$/.exec(name);
  const entity = session ? all.roles.find(each => each.name === session[1]) : all.byArn.get(name);
  if (entity === undefined) {
    if (!session && !/:(user|role)\//.test(name)) into.undecided(role.arn, `the principal ${name} is not known`);
    return;
  }
  const principal = { kind: 'AWS', name, account: accountOfArn(entity.arn)! };
  const found = trustIn(policy, principal, role.arn, entity.context);
  const request = { action: assume, resource: role.arn, context: entity.context };
  const denied = denialOf(request, [...entity.layers.identity, ...entity.layers.limits.flat()]);
  // A boundary limits what is trusted to a role, and not what is trusted to a user.
  const binding = entity.layers.limits.filter(limit => entity.type !== 'Account' || limit[0] !== entity.boundary);
  const limited = binding.map(limit => allowanceOf(request, limit));
  if (found.effect === 'deny' || denied.truth === 'yes' || limited.some(({ truth }) => truth === 'no')) return;
  const link = linkOf(endOf(entity), role, found);
  const unknown = [...denied.dependsOn, ...limited.flatMap(limit => (limit.truth === 'maybe' ? limit.dependsOn : []))];
  into.link({
    ...link,
    dependsOn: distinct([...link.dependsOn, ...unknown, ...(session ? [`name of the session: ${session[2]}`] : [])]),
  });
}

/** The policy leaves the decision to the account: the policies of its users and roles decide. */
function delegatedLinks({ client, assuming, general, role, into }: RoleTrust, policy: Policy, name: string): void {
  const context = new Map([...general, ['aws:principalaccount', [client.account]] as const]);
  const root = { kind: 'AWS', name, account: client.account };
  const whole = trustIn(policy, root, role.arn, context);
  const isPersonal = policy.statements.some(
    ({ effect, conditions }) => effect === 'Deny' || conditions.some(({ key }) => /^aws:(principal|user)/i.test(key)),
  );
  if (!isPersonal && whole.effect !== 'deny') into.link(linkOf(['UserGroup', assumersId], role, whole));
  for (const entity of isPersonal ? [...assuming.everything, ...assuming.some] : assuming.some) {
    if (entity.arn === role.arn) continue;
    const own = decideAccess({ action: assume, resource: role.arn, context: entity.context }, entity.layers);
    const found = trustIn(policy, { ...root, name: entity.arn }, role.arn, entity.context);
    if (own.effect === 'deny' || found.effect === 'deny') continue;
    const link = linkOf(endOf(entity), role, found);
    into.link({ ...link, dependsOn: distinct([...link.dependsOn, ...own.dependsOn]) });
  }
}

/** Roles of other accounts that the policies of an entity name: whether they trust this account is decided there. */
function foreignRoles(client: AwsClient, entity: Entity, into: Collector): void {
  const named = entity.layers.identity.flatMap(policy =>
    rightsOf(policy, entity.layers, entity.context).filter(
      ({ action, resource }) =>
        /:role\//.test(resource) && !hasWildcard(resource) && overlaps(action.toLowerCase(), assume.toLowerCase()),
    ),
  );
  for (const { resource, conditions, dependsOn } of named) {
    const account = accountOfArn(resource);
    if (account === undefined || account === client.account) continue;
    into.link({
      ...{ from: endOf(entity), to: ['UserGroup', externalAccountId(client.account, resource)], conditions, dependsOn },
      elsewhere: { end: 'Target', key: accountKey(account) },
    });
  }
}

const distinct = (texts: readonly string[]) => [...new Set(texts)];

/** The permission set that made a role: Identity Center names them `AWSReservedSSO_<permission set>_<hash>`. */
export function permissionSetBehind(role: unknown): string | undefined {
  if (!textAt(role, 'Path')?.startsWith('/aws-reserved/sso.amazonaws.com/')) return undefined;
  return /^AWSReservedSSO_(.+)_[0-9a-f]{16}$/.exec(textAt(role, 'RoleName') ?? '')?.[1];
}
