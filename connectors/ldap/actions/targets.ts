// Finds the entry that a change names by its local id, also after the entry was renamed or moved.
import { AndFilter, type Control, EqualityFilter, type Filter } from 'ldapts';
import { ChangeRefused } from '../../../src/connector/actions.ts';
import type { LdapClient } from '../client.ts';
import { type DnKey, dnKey, isWithin } from '../directory/dn.ts';
import { type EntityKind, kindOf } from '../directory/kinds.ts';
import { generalFault, resultCodes, wordsOf } from '../protocol/faults.ts';
import type { RawEntry, Result } from '../protocol/messages.ts';
import { Assertion, assertionOid, type Modification, modifyEntry } from '../protocol/modify.ts';

export interface EntryTarget {
  readonly kind: EntityKind;
  /** As the reads land it. */
  readonly id: string;
}

export interface Located {
  readonly entry: RawEntry;
  readonly key: DnKey;
  /** How requests name the entry. Active Directory finds it by its id, whatever its DN is (MS-ADTS, section 3.1.1.3.1.2.4). */
  readonly name: string;
  /** Matches only this entry, so that another entry that has got its DN meanwhile is not changed. Absent: the server cannot check. */
  readonly isThisOne: Filter | undefined;
}

/** @throws ChangeRefused when there is no such entry below the base, or it is of another kind */
export async function locate(client: LdapClient, target: EntryTarget, attributes: readonly string[]): Promise<Located> {
  const found = await locateIfThere(client, target, attributes);
  if (found) return found;
  throw new ChangeRefused(`the directory has no ${target.kind} with the id ${target.id}; it may have been deleted`);
}

/** @throws ChangeRefused when the entry is of another kind */
export async function locateIfThere(
  client: LdapClient,
  { kind, id }: EntryTarget,
  attributes: readonly string[],
): Promise<Located | undefined> {
  const { ids, server } = client;
  const own = ids.attribute === undefined ? [] : [ids.attribute];
  const found = await find(client, id, ['objectClass', ...own, ...attributes]);
  const key = found && dnKey(found.entry.dn);
  if (!found || key === undefined || !isWithin(key, client.baseKey) || ids.idOf(found.entry) !== id) return undefined;
  if (kindOf(found.entry, server.kind) !== kind) throw new ChangeRefused(`${found.entry.dn} is no ${kind}`);
  const isChecked = server.controls.has(assertionOid) && server.kind !== 'active-directory';
  return { ...found, key, isThisOne: isChecked && own.length > 0 ? ids.filterOf(id) : undefined };
}

const guidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function find(
  client: LdapClient,
  id: string,
  attributes: readonly string[],
): Promise<{ entry: RawEntry; name: string } | undefined> {
  const { ids, server } = client;
  const isBinary = ids.attribute === 'objectGUID' || ids.attribute === 'GUID';
  if (isBinary && !guidForm.test(id)) return undefined;
  if (server.kind === 'active-directory' && isBinary) return entryNamed(client, guidName(id), attributes);
  if (ids.attribute === undefined) {
    if (!id.startsWith('dn:')) return undefined;
    return entryNamed(client, id.slice('dn:'.length), attributes);
  }
  const { entry, gap } = await client.joined.entryById(id, attributes);
  if (entry) return { entry, name: entry.dn };
  if (gap) throw new ChangeRefused(`${gap.subject}: ${gap.message}`);
  return undefined;
}

/** How Active Directory names an object by its id, in requests and in values that are DNs. */
export const guidName = (id: string) => `<GUID=${id}>`;

export async function entryNamed(
  client: LdapClient,
  name: string,
  attributes: readonly string[],
): Promise<{ entry: RawEntry; name: string } | undefined> {
  const { entry, result } = await client.joined.entryNamed(name, attributes);
  if (entry) return { entry, name };
  if (result.code === resultCodes.success || result.code === resultCodes.noSuchObject) return undefined;
  throw refusal(client, result, name);
}

/** Results that may mean that somebody else changed the entry first. The change is then decided again. */
const overtaken: ReadonlySet<number> = new Set([
  resultCodes.noSuchAttribute,
  resultCodes.attributeOrValueExists,
  resultCodes.entryAlreadyExists,
  resultCodes.noSuchObject,
  resultCodes.assertionFailed,
  // The answer of Active Directory about a value that does not exist any more.
  resultCodes.unwillingToPerform,
]);
const mostTries = 3;

/**
 * Change an entry as `plan` says. It is asked again, with the entry as it is then, when somebody else changed the same values.
 * @param plan nothing to modify: the entry is as it should be
 * @param seen the entry as it was a short time ago, so that the first try does not read it
 * @throws ChangeRefused, SourceUnavailable
 */
export async function changeEntry(
  client: LdapClient,
  target: EntryTarget,
  attributes: readonly string[],
  plan: (found: Located) => readonly Modification[] | Promise<readonly Modification[]>,
  seen?: Located,
): Promise<void> {
  for (let attempt = seen ? 0 : 1; ; attempt += 1) {
    const found = (attempt === 0 && seen) || (await locate(client, target, attributes));
    const modifications = await plan(found);
    if (modifications.length === 0) return;
    const result = await modifyEntry(client.session, found.name, modifications, assertionOf(found.isThisOne));
    if (result.code === resultCodes.success) return;
    if (attempt === 0 || (attempt < mostTries && overtaken.has(result.code))) continue;
    throw refusal(client, result, found.entry.dn, modifications);
  }
}

/** @param more what else must hold of the entry; ignored where the server cannot check anything */
export function assertionOf(isThisOne: Filter | undefined, more: readonly Filter[] = []): Control[] {
  if (!isThisOne) return [];
  return [new Assertion(more.length === 0 ? isThisOne : new AndFilter({ filters: [isThisOne, ...more] }))];
}

export const equals = (attribute: string, value: string | Buffer) => new EqualityFilter({ attribute, value });

/**
 * The error for a change that the server refused. Active Directory refuses to enable an account whose password is not valid
 * (ERROR_PASSWORD_RESTRICTION).
 */
export function refusal(
  { session }: LdapClient,
  result: Result,
  dn: string,
  modifications: readonly Modification[] = [],
): Error {
  const { address } = session.endpoint;
  const changed = [...new Set(modifications.map(({ attribute }) => attribute))].join(', ');
  const what = changed === '' ? dn : `${changed} of ${dn}`;
  const said = wordsOf(result);
  if (/^0000052D\b/i.test(result.diagnostic))
    return new ChangeRefused(`${dn} has no password that the domain's policy accepts; set one first (${said})`);
  switch (result.code) {
    case resultCodes.insufficientAccessRights:
      return new ChangeRefused(
        `bind_dn may not change ${what} (${said}); the connector's README has the rights it needs`,
      );
    case resultCodes.referral:
      return new ChangeRefused(
        `${address} is a copy that takes no changes, and refers to ${result.referrals.join(', ') || 'another server'}; set url to that server`,
      );
    case resultCodes.objectClassViolation:
      if (modifications.every(({ operation }) => operation === 'delete'))
        return new ChangeRefused(`the class of ${dn} needs one ${changed} at least; add another one first (${said})`);
      return new ChangeRefused(`the schema of ${address} does not allow this change of ${what} (${said})`);
    default:
      return generalFault(result, address) ?? new ChangeRefused(`${address} refuses to change ${what} (${said})`);
  }
}
