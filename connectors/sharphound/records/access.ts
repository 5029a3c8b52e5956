// Rights that an object of the directory states besides its access list: delegation, sessions, groups of computers, policies, trusts.
import { flagOfValue } from '../../../src/connector/flags.ts';
import { listAt, textAt, textsAt, valueAt } from '../../../src/connector/json-values.ts';
import type { DirectoryObject } from '../client.ts';
import { identifierAt } from '../inventory.ts';
import { localGroupsOf, policyAdministrators, remoteLogonHolders, sessionsOf } from '../local-access.ts';
import { trustedGroupId } from './groups.ts';
import type { OtherRight } from './rights.ts';

/** A right whose holder is not looked up yet. @property entity id of the holder */
export type StatedRight = Omit<OtherRight, 'entity'> & { readonly entity: string };

const identifiersIn = (value: unknown, name: string): string[] =>
  listAt(value, name).flatMap(item => identifierAt(item, 'ObjectIdentifier') ?? []);

export function* statedRights(object: DirectoryObject): Generator<StatedRight> {
  const { kind } = object;
  if (kind === 'users' || kind === 'computers') yield* accountRights(object);
  if (kind === 'computers') yield* computerRights(object);
  if (kind === 'domains' || kind === 'ous') yield* policyRights(object);
}

function* accountRights({ id, value }: DirectoryObject): Generator<StatedRight> {
  const domain = identifierAt(value, 'Properties', 'domainsid');
  if (flagOfValue(valueAt(value, 'Properties', 'unconstraineddelegation')) === true && domain !== undefined) {
    const description = 'Unconstrained delegation: may act as any account that signs in to it';
    yield { name: 'UnconstrainedDelegation', description, entity: id, object: domain, actsAs: { in: domain } };
  }
  const anyProtocol = flagOfValue(valueAt(value, 'Properties', 'trustedtoauth')) === true;
  const services = textsAt(value, 'Properties', 'allowedtodelegate');
  for (const object of identifiersIn(value, 'AllowedToDelegate')) {
    const description = anyProtocol
      ? 'Constrained delegation with protocol transition: may act as any account at this computer'
      : 'Constrained delegation: may act at this computer as any account that signs in';
    yield {
      name: 'AllowedToDelegate',
      description,
      entity: id,
      object,
      actsAs: 'object',
      facts: { anyProtocol, services },
    };
  }
  for (const object of identifiersIn(value, 'HasSIDHistory')) {
    const description = 'Has the identifier of this account in its history, and so all its access';
    yield { name: 'HasSIDHistory', description, entity: id, object, actsAs: 'object' };
  }
  for (const target of listAt(value, 'SPNTargets')) {
    const [object, service] = [identifierAt(target, 'ComputerSID'), textAt(target, 'Service')];
    if (object === undefined || service === undefined) continue;
    const description = 'Runs this service on the computer and administers it';
    yield { name: service, description, entity: id, object };
  }
}

function* computerRights({ id, value }: DirectoryObject): Generator<StatedRight> {
  for (const entity of identifiersIn(value, 'AllowedToAct')) {
    const description = 'Resource-based constrained delegation: may act as any account at this computer';
    yield { name: 'AllowedToAct', description, entity, object: id, actsAs: 'object' };
  }
  for (const object of identifiersIn(value, 'DumpSMSAPassword')) {
    const description = 'Holds the password of this managed service account';
    yield { name: 'DumpSMSAPassword', description, entity: id, object, actsAs: 'object' };
  }
  for (const { user, computer } of sessionsOf(value).sessions) {
    const description = 'The user was signed in at this computer: who controls it can act as the user';
    yield { name: 'HasSession', description, entity: computer, object: user, actsAs: 'object' };
  }
  for (const { id: entity, right } of localGroupsOf(value)) {
    if (right === undefined) continue;
    const actsAs = right === 'AdminTo' ? ({ actsAs: 'object' } as const) : {};
    yield { name: right, description: 'By a group of the computer', entity, object: id, ...actsAs };
  }
  for (const { id: entity } of remoteLogonHolders(value) ?? []) {
    const description = 'The computer lets the holder sign in remotely who is in its group of remote desktop users';
    yield { name: 'RemoteInteractiveLogonRight', description, entity, object: id };
  }
}

function* policyRights({ id, kind, value }: DirectoryObject): Generator<StatedRight> {
  for (const { principal, right, computers } of policyAdministrators(value)) {
    const actsAs = right === 'AdminTo' ? ({ actsAs: 'object' } as const) : {};
    for (const object of computers) {
      yield { name: right, description: `By a group policy at ${id}`, entity: principal, object, by: id, ...actsAs };
    }
  }
  if (kind !== 'domains') return;
  for (const { from, to, facts } of trustsOf({ id, value })) {
    const description = 'The domain trusts these accounts: it lets them sign in and be given rights';
    yield { name: 'TrustedBy', description, entity: trustedGroupId(from), object: to, facts };
  }
}

const directions = ['Disabled', 'Inbound', 'Outbound', 'Bidirectional'];
const trustTypes = ['ParentChild', 'CrossLink', 'Forest', 'External', 'Unknown'];

export interface Trust {
  /** Domain whose accounts are trusted. */
  readonly from: string;
  readonly to: string;
  /** Names of both, where they are known. */
  readonly names: ReadonlyMap<string, string>;
  readonly facts: Readonly<Record<string, string | boolean | undefined>>;
}

/** Older collectors write directions and types as numbers. An outbound trust lets accounts of the other domain in. */
export function trustsOf({ id, value }: Pick<DirectoryObject, 'id' | 'value'>): Trust[] {
  return listAt(value, 'Trusts').flatMap(trust => {
    const other = identifierAt(trust, 'TargetDomainSid');
    if (other === undefined) return [];
    const named = (name: string, names: readonly string[]) => {
      const text = textAt(trust, name);
      return text !== undefined && /^\d$/.test(text) ? names[Number(text)] : text;
    };
    const direction = named('TrustDirection', directions);
    const names = new Map(
      [[id, textAt(value, 'Properties', 'name')] as const, [other, textAt(trust, 'TargetDomainName')] as const].flatMap(
        ([domain, name]) => (name === undefined ? [] : [[domain, name] as const]),
      ),
    );
    const facts = {
      trustType: named('TrustType', trustTypes),
      isTransitive: flagOfValue(valueAt(trust, 'IsTransitive')),
      filtersIdentifiers: flagOfValue(valueAt(trust, 'SidFilteringEnabled')),
    };
    return [
      ...(direction === 'Outbound' || direction === 'Bidirectional' ? [{ from: other, to: id, names, facts }] : []),
      ...(direction === 'Inbound' || direction === 'Bidirectional' ? [{ from: id, to: other, names, facts }] : []),
    ];
  });
}
