// The template of identity providers (oaaclient `CustomIdPProvider`).
import { firstPartyAuthenticationKey } from '../../src/connector/authentication-keys.ts';
import type { ListBuilder } from '../../src/connector/files/imported-lists.ts';
import { flagOfValue } from '../../src/connector/flags.ts';
import { definedMembers, listAt, textAt, valueAt } from '../../src/connector/json-values.ts';
import type { RelationshipEnd } from '../../src/connector/relationship-id.ts';
import { membershipRecord } from '../../src/connector/relationship-records.ts';
import { customProperties, isActive, timeFields } from './records.ts';

export function addIdentityProvider(payload: unknown, file: string, lists: ListBuilder): void {
  const id = textAt(payload, 'name')!;
  const domains = listAt(payload, 'domains').flatMap(domain => textAt(domain, 'name') ?? []);
  const names = { key: domains[0] ?? id, name: id, category: 'IdentityProvider' };
  const vendorName = textAt(payload, 'idp_type');
  lists.add(
    'IntegratedApplication',
    { id, ...names, ...definedMembers({ vendorName }), supportedFederatedRelationships: ['EntityManagedViaObject'] },
    file,
  );
  lists.add('DirectoryProvider', { id, name: id, type: 'IdentityProvider', domains }, file);
  for (const [index, user] of listAt(payload, 'users').entries()) addUser(lists, user, `${file} users[${index}]`);
  for (const [index, group] of listAt(payload, 'groups').entries()) addGroup(lists, group, `${file} groups[${index}]`);
}

const identityOf = (item: unknown): string | undefined => textAt(item, 'identity') ?? textAt(item, 'name');

function addUser(lists: ListBuilder, user: unknown, place: string): void {
  const [id, alias] = [identityOf(user), textAt(user, 'name')];
  if (id === undefined || alias === undefined) {
    lists.reject('Account', { place, reasons: ['has no name'] });
    return;
  }
  const isGuest = flagOfValue(valueAt(user, 'is_guest'));
  const fields = {
    ...{ alias, name: textAt(user, 'full_name') ?? alias, email: textAt(user, 'email'), enabled: isActive(user) },
    ...{ type: 'User', subType: isGuest === true ? 'Guest' : undefined, authenticationFunctions: ['Identity'] },
    department: textAt(user, 'department'),
    ...timeFields(user),
    profileMetadata: customProperties(user, {
      managerId: textAt(user, 'manager_id'),
      sourceIdentity: textAt(user, 'source_identity', 'identity'),
      sourceProvider: textAt(user, 'source_identity', 'provider_type'),
    }),
  };
  lists.add('Account', { id, ...definedMembers(fields) }, place);
  addContainers(lists, user, ['Account', id], place);
}

function addGroup(lists: ListBuilder, group: unknown, place: string): void {
  const [id, name] = [identityOf(group), textAt(group, 'name')];
  if (id === undefined || name === undefined) {
    lists.reject('UserGroup', { place, reasons: ['has no name'] });
    return;
  }
  const isSecurity = flagOfValue(valueAt(group, 'is_security_group'));
  const type = isSecurity === undefined ? 'Unknown' : isSecurity ? 'Security' : 'Distribution';
  lists.add('UserGroup', { id, name: textAt(group, 'full_name') ?? name, type }, place);
  addContainers(lists, group, ['UserGroup', id], place);
}

/** Groups that it is a member of, and roles of AWS that it may assume: these are read by the source of their account. */
function addContainers(lists: ListBuilder, item: unknown, entity: RelationshipEnd, place: string): void {
  for (const group of listAt(item, 'groups').flatMap(each => textAt(each, 'identity') ?? []))
    lists.add('EntityManagedViaObject', membershipRecord(entity, ['UserGroup', group]), place);
  for (const arn of listAt(item, 'assumed_role_arns').flatMap(each => textAt(each, 'identity') ?? [])) {
    const account = /^arn:[\w-]+:iam::(\d{12}):role\//.exec(arn)?.[1];
    if (account === undefined) {
      lists.reject('EntityManagedViaObject', { place, reasons: [`\`${arn}\` is no role of AWS`] });
      continue;
    }
    const targetAuthenticationKey = firstPartyAuthenticationKey('aws', account);
    const federationSpecification = { isFederated: true, connectionType: 'Target', targetAuthenticationKey };
    const record = { ...membershipRecord(entity, ['Role', arn]), federationSpecification };
    lists.add('EntityManagedViaObject', record, place);
  }
}
