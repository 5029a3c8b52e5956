// Creates groups. Undoing deletes a group only as long as nobody has put anything into it.
import { AndFilter } from 'ldapts';
import { type Action, type ActionTargets, ChangeRefused, type Image } from '../../../src/connector/actions.ts';
import type { LdapClient } from '../client.ts';
import { dnKey, escapedInDn, isWithin } from '../directory/dn.ts';
import { octetsOf } from '../directory/entry.ts';
import { kindOf } from '../directory/kinds.ts';
import { scan } from '../directory/scan.ts';
import { resultCodes } from '../protocol/faults.ts';
import type { RawEntry } from '../protocol/messages.ts';
import { addEntry, deleteEntry } from '../protocol/modify.ts';
import { searchOnce } from '../protocol/search.ts';
import { dnAttributes, memberDn } from '../records/memberships.ts';
import { expectNameOfDomain, expectStorableRdn, expectUsableName } from './group-names.ts';
import { expectAbsence } from './readable.ts';
import { assertionOf, entryNamed, equals, locateIfThere, refusal } from './targets.ts';

/** The group with the name; null: there is none. The server ignores case, so `groupName` may be written in another case. */
interface GroupImage extends Image {
  readonly groupId: string | null;
  readonly groupName: string | null;
  readonly hasMembers: boolean;
}

type CreateUserGroup = ActionTargets['CreateUserGroup'];

const noGroup: GroupImage = { groupId: null, groupName: null, hasMembers: false };

export const createGroup: Action<LdapClient, CreateUserGroup> = {
  // Checked before the change, so that a preview promises only what the directory accepts.
  async expand(client, target) {
    const found = await groupNamed(client, target.groupName);
    expectSameName(found, target);
    if (found.groupName === null) await expectFreeName(client, target.groupName);
    return [target];
  },
  observe: (client, { groupName }) => groupNamed(client, groupName),
  isDone: (image, { groupName }) => (image as GroupImage).groupName === groupName,
  async apply(client, target) {
    const found = await groupNamed(client, target.groupName);
    if (found.groupName === target.groupName) return;
    expectSameName(found, target);
    await (client.server.kind === 'active-directory' ? createInDomain : createInTree)(client, target.groupName);
  },
  async restore(client, _target, { before, after }) {
    const { groupId, groupName } = after as GroupImage;
    if (groupId === null || groupId === before['groupId']) return;
    const found = await locateIfThere(client, { kind: 'group', id: groupId }, groupAttributes(client));
    if (!found) return;
    const { entry, name, isThisOne } = found;
    const image = imageOf(client, entry, groupName);
    if (image.hasMembers || image.groupName !== groupName)
      throw new ChangeRefused(`${entry.dn} is not as it was created; delete it by hand if nobody needs it`);
    // A group whose members are hidden looks empty.
    if (!isListed(entry)) await expectAbsence(client, found, ['member']);
    // The number of the entry's last change: the server deletes the group only if nobody has changed it since it was read.
    const [change] = octetsOf(entry, 'entryCSN');
    const asserted = assertionOf(isThisOne, change ? [equals('entryCSN', change)] : []);
    const result = await deleteEntry(client.session, name, asserted);
    if (result.code === resultCodes.assertionFailed)
      throw new ChangeRefused(`somebody has changed ${entry.dn} meanwhile`);
    if (![resultCodes.success, resultCodes.noSuchObject].some(code => code === result.code))
      throw refusal(client, result, entry.dn);
  },
  createdId: after => (after as GroupImage).groupId!,
};

function expectSameName({ groupName: existing }: GroupImage, { groupName }: CreateUserGroup): void {
  if (existing === null || existing === groupName) return;
  const message = `there is a group "${existing}" already, and the server does not distinguish case or the number of blanks`;
  throw new ChangeRefused(message);
}

/** @throws ChangeRefused when something that is no group has the name, or there is nowhere to create the group */
async function expectFreeName(client: LdapClient, groupName: string): Promise<void> {
  const { server, base } = client;
  const isDomain = server.kind === 'active-directory';
  if (server.kind === 'openldap') expectStorableRdn(`CN=${escapedInDn(groupName)}`);
  const container = await containerFor(client);
  if (!(await entryNamed(client, container, ['objectClass']))) throw noContainer(container);
  if (await entryNamed(client, dnOf(groupName, container), ['objectClass'])) throw nameTaken(isDomain, container);
  if (!isDomain) return;
  const search = { base: server.defaultNamingContext ?? base, scope: 'sub', attributes: ['1.1'] } as const;
  const filter = equals('sAMAccountName', groupName);
  if ((await searchOnce(client.session, { ...search, filter }, 1)).length > 0) throw nameTaken(isDomain, container);
}

const containerFor = async (client: LdapClient) =>
  client.server.kind === 'active-directory' && client.settings.groups_container === undefined
    ? defaultContainer(client)
    : containerOf(client);

function nameTaken(isDomain: boolean, container: string): ChangeRefused {
  return new ChangeRefused(
    isDomain
      ? `another account or group of the domain, or an entry of ${container}, has this name already`
      : `${container} has an entry with this name already, which is no group`,
  );
}

const noContainer = (container: string) =>
  new ChangeRefused(`the container ${container} does not exist, or bind_dn may not see it (groups_container)`);

/** The attribute with the unique name of a group. In Active Directory, no account or group may share it; elsewhere it is in the DN. */
const nameAttribute = ({ server }: LdapClient) => (server.kind === 'active-directory' ? 'sAMAccountName' : 'cn');

const groupAttributes = (client: LdapClient): string[] => [
  'objectClass',
  ...(client.ids.attribute === undefined ? [] : [client.ids.attribute]),
  nameAttribute(client),
  'cn',
  ...dnAttributes,
  'memberUid',
  'entryCSN',
];

async function groupNamed(client: LdapClient, groupName: string): Promise<GroupImage> {
  expectUsableName(groupName);
  const attributes = groupAttributes(client);
  const { server, base, baseKey } = client;
  if (server.kind !== 'active-directory') {
    const found = await entryNamed(client, dnOf(groupName, containerOf(client)), attributes);
    return found && kindOf(found.entry, server.kind) === 'group' ? imageOf(client, found.entry, groupName) : noGroup;
  }
  expectNameOfDomain(groupName);
  const filter = new AndFilter({ filters: [equals('objectClass', 'group'), equals('sAMAccountName', groupName)] });
  const search = { what: 'the group', base: server.defaultNamingContext ?? base, filter, attributes };
  for await (const { entries, gaps } of scan(client, search)) {
    const [entry] = entries;
    const key = entry && dnKey(entry.dn);
    if (entry && (key === undefined || !isWithin(key, baseKey)))
      throw new ChangeRefused(`there is a group with this name already, which is not below ${base}`);
    if (entry) return imageOf(client, entry, groupName);
    const gap = gaps.find(({ missing }) => missing === 'objects');
    if (gap) throw new ChangeRefused(`${gap.subject}: ${gap.message}`);
  }
  return noGroup;
}

/** @param wanted the name that it should have; an entry can have several */
function imageOf(client: LdapClient, entry: RawEntry, wanted: string | null): GroupImage {
  const names = octetsOf(entry, nameAttribute(client)).map(String);
  const groupName = names.find(name => name === wanted) ?? names[0] ?? null;
  return { groupId: client.ids.idOf(entry) ?? null, groupName, hasMembers: hasMembers(entry) };
}

const memberNames = new Set<string>([...dnAttributes.map(name => name.toLowerCase()), 'memberuid']);

/** When the class of a group needs a member, an empty group lists nobody (the empty DN) or itself. */
function hasMembers({ dn, attributes }: RawEntry): boolean {
  const own = dnKey(dn);
  // Active Directory sends the first part of a long list as `member;range=0-1499`.
  const lists = [...attributes].filter(([description]) => memberNames.has(description.split(';')[0]!));
  return lists.flatMap(([, values]) => values).some(value => !['', own].includes(dnKey(memberDn(value))));
}

/** Whether the entry shows members at all, be it nobody. */
const isListed = ({ attributes }: RawEntry) =>
  [...attributes.keys()].some(description => memberNames.has(description.split(';')[0]!));

const dnOf = (name: string, container: string) => `CN=${escapedInDn(name)},${container}`;

function containerOf({ settings, base, baseKey }: LdapClient): string {
  const container = settings.groups_container;
  if (container === undefined)
    throw new ChangeRefused('it is not known where to create groups; set groups_container to the DN of a container');
  const key = dnKey(container);
  if (key === undefined || !isWithin(key, baseKey))
    throw new ChangeRefused(`groups_container ${container} is not below ${base}, so its groups would not be read`);
  return container;
}

/** GUID_USERS_CONTAINER_W (MS-ADTS, section 6.1.1.4): administrators may have set another container than CN=Users. */
const usersContainer = 'A9D1CA15768811D1ADED00C04FD8D5CD';
/** GROUP_TYPE_ACCOUNT_GROUP and GROUP_TYPE_SECURITY_ENABLED (MS-ADTS, section 2.2.12): a global group for access. */
const globalSecurityGroup = '-2147483646';

async function createInDomain(client: LdapClient, groupName: string): Promise<void> {
  const container = await containerFor(client);
  const dn = dnOf(groupName, container);
  const attributes = {
    objectClass: ['group'],
    cn: [groupName],
    sAMAccountName: [groupName],
    groupType: [globalSecurityGroup],
  };
  const result = await addEntry(client.session, dn, attributes);
  if (result.code === resultCodes.entryAlreadyExists) throw nameTaken(true, container);
  expectCreated(client, result, dn, container);
}

async function defaultContainer(client: LdapClient): Promise<string> {
  const { defaultNamingContext } = client.server;
  const found = await entryNamed(client, `<WKGUID=${usersContainer},${defaultNamingContext}>`, ['objectClass']);
  const key = found && dnKey(found.entry.dn);
  if (found && key !== undefined && isWithin(key, client.baseKey)) return found.entry.dn;
  throw new ChangeRefused(
    `the domain's container for users is not below ${client.base}; set groups_container to a container that is`,
  );
}

async function createInTree(client: LdapClient, groupName: string): Promise<void> {
  const container = containerOf(client);
  const dn = dnOf(groupName, container);
  const attributes = { objectClass: ['groupOfNames'], cn: [groupName] };
  let result = await addEntry(client.session, dn, attributes);
  // RFC 4519 wants one member at least, and OpenLDAP insists. The empty DN is nobody's.
  if (result.code === resultCodes.objectClassViolation) {
    result = await addEntry(client.session, dn, { ...attributes, member: [''] });
  }
  if (result.code === resultCodes.entryAlreadyExists) throw nameTaken(false, container);
  expectCreated(client, result, dn, container);
}

function expectCreated(client: LdapClient, result: Parameters<typeof refusal>[1], dn: string, container: string): void {
  if (result.code === resultCodes.success) return;
  if (result.code === resultCodes.noSuchObject) throw noContainer(container);
  throw refusal(client, result, dn);
}
