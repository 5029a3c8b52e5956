// What all reads need of a collection, found in one pass over its files: which objects there are, what refers to what, and who is in
// which group. Only identifiers stay in memory, the objects themselves are read again by each read.
import type { ImportFile } from '../../src/connector/files/file-set.ts';
import { flagOfValue } from '../../src/connector/flags.ts';
import { listAt, textAt, valueAt } from '../../src/connector/json-values.ts';
import { type CollectionFile, objectsOfFile } from './collection.ts';
import { type Kind, type ReferenceKind, referenceKindOf } from './kinds.ts';
import {
  hasUnseenLocalGroups,
  localGroupsOf,
  policyAdministrators,
  remoteLogonHolders,
  sessionsOf,
} from './local-access.ts';
import { administersDomain, authenticatedGroups } from './well-known.ts';

export interface KnownObject {
  kind: Kind;
  /** Number of the object in the collection. Of an object that occurs several times, the one that is described. */
  place: number;
  isDescribed: boolean;
  /** Identifier of the container; undefined: not known. */
  parent: string | undefined;
  /** Identifier of the domain. */
  readonly domain: string | undefined;
  /** Whether rights over containers do not pass on to it. */
  readonly isProtected: boolean;
}

export interface Inventory {
  readonly files: readonly CollectionFile[];
  readonly objects: ReadonlyMap<string, KnownObject>;
  /** Identifiers that objects refer to and that no object has. */
  readonly references: ReadonlyMap<string, ReferenceKind>;
  /** Group → its direct members; primary groups and groups of computers included. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
  /** Accounts that administer a domain, nesting included. */
  readonly administrators: ReadonlySet<string>;
  /** Group policy → the domains and organizational units that it is linked to. */
  readonly policyLinks: ReadonlyMap<string, readonly string[]>;
  readonly policyNames: ReadonlyMap<string, string>;
  /** Domain → right of replication → principals that the access list gives it. */
  readonly replication: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;
  /** Computers whose sessions were not read. */
  readonly withoutSessions: readonly string[];
  /** Computers whose local groups were not read. */
  readonly withoutLocalGroups: readonly string[];
}

/** Identifiers are compared without case. */
export const identifierAt = (value: unknown, ...path: readonly string[]): string | undefined =>
  textAt(value, ...path)?.toUpperCase();

/** Whether an object was deleted in the directory and only its remains are listed. */
export const isRemains = (value: unknown): boolean => flagOfValue(valueAt(value, 'IsDeleted')) === true;

/** Members of objects that refer to one other object each, or to a list of them. */
const references = ['AllowedToDelegate', 'AllowedToAct', 'HasSIDHistory', 'DumpSMSAPassword', 'Members'];

/** @throws SourceError for a file that cannot be read or is none of SharpHound */
export async function takeInventory(files: readonly ImportFile[]): Promise<Inventory> {
  const builder = new InventoryBuilder();
  for (const file of files) {
    const objects = objectsOfFile(file);
    for (let next = await objects.next(); ; next = await objects.next()) {
      if (next.done) {
        builder.endFile(next.value);
        break;
      }
      builder.add(next.value.value);
    }
  }
  return builder.inventory();
}

class InventoryBuilder {
  readonly #files: CollectionFile[] = [];
  readonly #objects = new Map<string, KnownObject>();
  readonly #references = new Map<string, ReferenceKind>();
  readonly #members = new Map<string, Set<string>>();
  readonly #policyLinks = new Map<string, string[]>();
  readonly #policyNames = new Map<string, string>();
  readonly #replication = new Map<string, Map<string, Set<string>>>();
  readonly #withoutSessions: string[] = [];
  readonly #withoutLocalGroups: string[] = [];
  /** Child → container, as containers of the format 5 say it. */
  readonly #containers = new Map<string, string>();
  /** One text for each identifier, however often it occurs. */
  readonly #texts = new Map<string, string>();
  #inFile: KnownObject[] = [];
  #place = 0;

  add(value: unknown): void {
    const place = this.#place++;
    const id = this.#one(identifierAt(value, 'ObjectIdentifier'));
    if (id === undefined || isRemains(value)) return;
    const isDescribed = textAt(value, 'Properties', 'distinguishedname') !== undefined;
    const known = this.#objects.get(id);
    if (known === undefined) {
      const object: KnownObject = {
        ...{ kind: 'containers', place, isDescribed },
        parent: this.#one(identifierAt(value, 'ContainedBy', 'ObjectIdentifier')),
        domain: this.#one(identifierAt(value, 'Properties', 'domainsid')),
        isProtected: flagOfValue(valueAt(value, 'IsACLProtected')) === true,
      };
      this.#objects.set(id, object);
      this.#inFile.push(object);
    } else if (isDescribed && !known.isDescribed) {
      known.place = place;
      known.isDescribed = true;
    }
    this.#addGroups(id, value);
    this.#addAccess(id, value);
    this.#addContents(id, value);
    this.#addComputer(id, value);
  }

  endFile(file: CollectionFile): void {
    for (const object of this.#inFile) object.kind = file.kind;
    this.#inFile = [];
    this.#files.push(file);
  }

  inventory(): Inventory {
    for (const [child, container] of this.#containers) {
      const object = this.#objects.get(child);
      if (object) object.parent ??= container;
    }
    this.#addWellKnown();
    for (const id of this.#objects.keys()) this.#references.delete(id);
    const administering = [...this.#members.keys()].filter(administersDomain);
    return {
      ...{ files: this.#files, objects: this.#objects, references: this.#references, members: this.#members },
      administrators: membersOf(this.#members, administering),
      ...{ policyLinks: this.#policyLinks, policyNames: this.#policyNames, replication: this.#replication },
      ...{ withoutSessions: this.#withoutSessions, withoutLocalGroups: this.#withoutLocalGroups },
    };
  }

  #one(id: string | undefined): string | undefined {
    if (id === undefined) return undefined;
    const known = this.#texts.get(id);
    if (known === undefined) this.#texts.set(id, id);
    return known ?? id;
  }

  /** A type that says nothing never replaces one that does. */
  #refer(reference: unknown, type?: string): string | undefined {
    const id = this.#one(identifierAt(reference));
    if (id === undefined) return undefined;
    const kind = referenceKindOf(type);
    if (kind !== 'unknown' || !this.#references.has(id)) this.#references.set(id, kind);
    return id;
  }

  #addMember(group: string, member: string): void {
    const members = this.#members.get(group) ?? new Set();
    this.#members.set(group, members.add(member));
  }

  #addGroups(id: string, value: unknown): void {
    for (const name of references) {
      for (const item of listAt(value, name)) {
        const other = this.#refer(valueAt(item, 'ObjectIdentifier'), textAt(item, 'ObjectType'));
        if (name === 'Members' && other !== undefined) this.#addMember(id, other);
      }
    }
    const primary = this.#refer(valueAt(value, 'PrimaryGroupSID'), 'Group');
    if (primary !== undefined) this.#addMember(primary, id);
  }

  #addAccess(id: string, value: unknown): void {
    for (const ace of listAt(value, 'Aces')) {
      const principal = this.#refer(valueAt(ace, 'PrincipalSID'), textAt(ace, 'PrincipalType'));
      const right = textAt(ace, 'RightName');
      if (principal === undefined || (right !== 'GetChanges' && right !== 'GetChangesAll')) continue;
      const rights = this.#replication.get(id) ?? new Map<string, Set<string>>();
      this.#replication.set(id, rights.set(right, (rights.get(right) ?? new Set()).add(principal)));
    }
  }

  #addContents(id: string, value: unknown): void {
    const name = textAt(value, 'Properties', 'name');
    if (name !== undefined && textAt(value, 'Properties', 'gpcpath') !== undefined) this.#policyNames.set(id, name);
    for (const child of listAt(value, 'ChildObjects')) {
      const other = this.#one(identifierAt(child, 'ObjectIdentifier'));
      if (other !== undefined) this.#containers.set(other, id);
    }
    for (const link of listAt(value, 'Links')) {
      const policy = this.#one(identifierAt(link, 'GUID'));
      if (policy === undefined) continue;
      const linked = this.#policyLinks.get(policy) ?? [];
      if (!linked.includes(id)) this.#policyLinks.set(policy, [...linked, id]);
    }
    for (const { principal, type, computers } of policyAdministrators(value)) {
      this.#refer(principal, type);
      for (const computer of computers) this.#refer(computer, 'Computer');
    }
  }

  #addComputer(id: string, value: unknown): void {
    if (valueAt(value, 'LocalGroups') === undefined && valueAt(value, 'Sessions') === undefined) return;
    const { sessions, isComplete } = sessionsOf(value);
    for (const session of sessions) {
      this.#refer(session.computer, 'Computer');
      this.#refer(session.user, 'User');
    }
    if (!isComplete) this.#withoutSessions.push(id);
    if (hasUnseenLocalGroups(value)) this.#withoutLocalGroups.push(id);
    for (const group of localGroupsOf(value)) {
      this.#refer(group.id, 'LocalGroup');
      for (const { id: member, type } of group.members) {
        const other = this.#refer(member, type);
        if (other !== undefined) this.#addMember(this.#one(group.id)!, other);
      }
    }
    for (const { id: holder, type } of remoteLogonHolders(value) ?? []) this.#refer(holder, type);
  }

  /** Authenticated Users and Everyone have members that no directory stores. */
  #addWellKnown(): void {
    const everybody = [...this.#objects, ...this.#references].map(([id]) => id);
    for (const id of everybody) {
      const prefix = id.endsWith('-S-1-5-11') ? id.slice(0, -'-S-1-5-11'.length) : undefined;
      const domain = prefix === undefined ? undefined : this.#objects.get(id)?.domain;
      if (prefix !== undefined && this.#objects.has(`${prefix}-S-1-1-0`)) this.#addMember(`${prefix}-S-1-1-0`, id);
      if (domain === undefined) continue;
      for (const rid of authenticatedGroups) {
        const group = `${domain}-${rid}`;
        if (this.#objects.get(group)?.kind === 'groups') this.#addMember(id, group);
      }
    }
  }
}

/** Everything that is in the groups, nesting included, without the groups that others are in. */
export function membersOf(members: Inventory['members'], groups: readonly string[]): Set<string> {
  const inside = new Set<string>();
  const waiting = [...groups];
  for (let group = waiting.pop(); group !== undefined; group = waiting.pop()) {
    for (const member of members.get(group) ?? []) {
      if (inside.has(member)) continue;
      inside.add(member);
      waiting.push(member);
    }
  }
  return inside;
}
