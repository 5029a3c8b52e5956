// Containers of entries: object directories, or departments where the settings say that organizational units stand for these.
import type { SourceRecord } from '../../../src/connector/contract.ts';
import type { LdapClient } from '../client.ts';
import { type DnKey, nameInDn, parentOf } from '../directory/dn.ts';
import { firstText, textsOf } from '../directory/entry.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { generalizedTimeMs, isoTime } from '../values/times.ts';
import { directoryId } from './application.ts';

/** Attributes to ask for. */
export const containerAttributes: readonly string[] = [
  'objectClass',
  'ou',
  'o',
  'dc',
  'cn',
  'description',
  'businessCategory',
  'createTimestamp',
  'modifyTimestamp',
  'whenCreated',
  'whenChanged',
];

type ContainerType = 'Domain' | 'OrganizationalUnit' | 'Container';

function containerTypeOf(entry: RawEntry): ContainerType {
  const classes = new Set(textsOf(entry, 'objectClass').map(name => name.toLowerCase()));
  if (classes.has('organizationalunit')) return 'OrganizationalUnit';
  if (classes.has('domain') || classes.has('dcobject') || classes.has('domaindns')) return 'Domain';
  return 'Container';
}

/** Whether a container lands as a department. */
export function isDepartment(entry: RawEntry, { settings }: Pick<LdapClient, 'settings'>): boolean {
  return settings.organizational_units === 'departments' && containerTypeOf(entry) === 'OrganizationalUnit';
}

/** The name of a department in the index. The name of an object directory is its DN. */
export const departmentName = (key: DnKey) => `department:${key}`;

export function directoryRecord(client: LdapClient, entry: RawEntry, id: string, key: DnKey): SourceRecord {
  const parentId = key === client.baseKey ? undefined : directoryAbove(client, key);
  const timeOf = (...attributes: string[]) => {
    const text = attributes.map(attribute => firstText(entry, attribute)).find(value => value !== undefined);
    return text === undefined ? undefined : isoTime(generalizedTimeMs(text));
  };
  const createdDate = timeOf('createTimestamp', 'whenCreated');
  const lastModifiedDate = timeOf('modifyTimestamp', 'whenChanged');
  const description = firstText(entry, 'description');
  return {
    id,
    name: containerName(entry),
    ...(description !== undefined && { description }),
    type: containerTypeOf(entry),
    path: entry.dn,
    ...(parentId !== undefined && { parentId }),
    directoryProviderId: directoryId(client),
    ...(createdDate && { createdDate }),
    ...(lastModifiedDate && { lastModifiedDate }),
  };
}

export function departmentRecord(entry: RawEntry, id: string): SourceRecord {
  return { id, name: containerName(entry) };
}

function containerName(entry: RawEntry): string {
  return nameInDn(entry.dn) ?? firstText(entry, 'ou') ?? firstText(entry, 'cn') ?? entry.dn;
}

/** Local id of the object directory that holds an entry: the nearest one above it. */
export function directoryAbove(
  { index, baseKey }: Pick<LdapClient, 'index' | 'baseKey'>,
  key: DnKey,
): string | undefined {
  return nearestAbove(key, baseKey, above => {
    const found = index.find(above);
    return found?.kind === 'container' ? found.id : undefined;
  });
}

/** Local id of the department that contains an entry. */
export function departmentAbove(
  { index, baseKey }: Pick<LdapClient, 'index' | 'baseKey'>,
  key: DnKey,
): string | undefined {
  return nearestAbove(key, baseKey, above => index.find(departmentName(above))?.id);
}

/** The name of the department that contains an entry. */
export function departmentNameAbove(
  { departmentNames, baseKey }: Pick<LdapClient, 'departmentNames' | 'baseKey'>,
  key: DnKey,
): string | undefined {
  return departmentNames.size === 0 ? undefined : nearestAbove(key, baseKey, above => departmentNames.get(above));
}

function nearestAbove(key: DnKey, base: DnKey, find: (above: DnKey) => string | undefined): string | undefined {
  for (let at = key; at !== base && at !== ''; ) {
    at = parentOf(at);
    const found = find(at);
    if (found !== undefined) return found;
  }
  return undefined;
}
