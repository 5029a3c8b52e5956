// Members of groups, and new groups.
import { type Action, type ActionTargets, ChangeRefused } from '../../../src/connector/actions.ts';
import type { HostClient } from '../client.ts';
import type { Directory } from '../identities/directory.ts';
import type { Group } from '../identities/group.ts';
import type { LoginAccount } from '../identities/passwd.ts';
import { groupId } from '../records/ids.ts';
import { changeableAccount, changeableGroup, presentDirectory } from './machine.ts';
import { runTool } from './tools.ts';

type GroupTarget = ActionTargets['AddGroupMember'];
type Membership = { readonly member: boolean };
type Created = { readonly id: string | null; readonly gid: number | null };

interface Ends {
  readonly account: LoginAccount;
  readonly group: Group;
}

const isPrimary = ({ account, group }: Ends) => account.gid === group.gid;
const isMember = (ends: Ends) => isPrimary(ends) || ends.group.members.includes(ends.account.name);

async function endsOf(client: HostClient, target: GroupTarget): Promise<Ends> {
  const directory = await presentDirectory(client);
  return {
    account: changeableAccount(directory, target.accountId),
    group: changeableGroup(directory, target.groupId),
  };
}

/** gpasswd changes group and gshadow. */
async function setMember(client: HostClient, target: GroupTarget, wanted: boolean): Promise<void> {
  const ends = await endsOf(client, target);
  if (isMember(ends) === wanted) return;
  refuseToLeavePrimary(ends, wanted);
  await runTool(client, 'gpasswd', [`--${wanted ? 'add' : 'delete'}=${ends.account.name}`], ends.group.name);
}

function refuseToLeavePrimary(ends: Ends, wanted: boolean): void {
  if (wanted || !isPrimary(ends)) return;
  const { account, group } = ends;
  throw new ChangeRefused(`${group.name} is the primary group of ${account.name}; choose another with usermod --gid`);
}

const membershipAction = (wanted: boolean): Action<HostClient, GroupTarget> => ({
  async observe(client, target) {
    const ends = await endsOf(client, target);
    refuseToLeavePrimary(ends, wanted);
    return { member: isMember(ends) } satisfies Membership;
  },
  isDone: image => (image as Membership).member === wanted,
  apply: (client, target) => setMember(client, target, wanted),
  restore: (client, target, { before }) => setMember(client, target, (before as Membership).member),
});

/** groupadd's own limit (GROUP_NAME_MAX_LENGTH of shadow-utils). */
const longestNameBytes = 32;

/**
 * Refuse the names that groupadd refuses on Debian, which accepts the most. Refuse also names that groupadd accepts, but with which
 * the machine ignores the group (comments and NIS entries) or takes its name for a group id.
 */
function refuseName(name: string): void {
  const bytes = Buffer.byteLength(name);
  const faults: readonly (readonly [boolean, string])[] = [
    [name === '', 'is empty'],
    [bytes > longestNameBytes, `has ${bytes} bytes, and at most ${longestNameBytes} are possible`],
    [!name.isWellFormed(), 'is not valid Unicode'],
    [/[\p{Cc}\s:,/]/u.test(name), 'holds a blank, a control character, a colon, a comma or a slash'],
    [/^[-+~#]/.test(name), 'begins with -, +, ~ or #'],
    [/^(?:\d+|\.\.?)$/.test(name), 'is a number, . or ..'],
  ];
  const fault = faults.find(([isFault]) => isFault);
  if (fault) throw new ChangeRefused(`the name ${fault[1]}; choose another name for the group`);
}

function createdOf(directory: Directory, name: string): Created {
  const group = directory.group(name);
  return { id: group ? groupId(group) : null, gid: group?.gid ?? null };
}

/** A group that somebody has begun to use is not deleted, as far as passwd and group show its use. */
function refuseUsedGroup(directory: Directory, name: string, after: Created): Group {
  const group = changeableGroup(directory, groupId({ key: name }));
  if (group.gid !== after.gid) throw new ChangeRefused(`${name} has another group id by now, so it is not deleted`);
  const members = [...directory.accountsWithGid(group.gid)].map(account => account.name);
  const named = [...new Set([...members, ...group.members, ...group.unreadableMembers])];
  if (named.length > 0)
    throw new ChangeRefused(`${name} has members by now, so it is not deleted: ${named.join(', ')}`);
  return group;
}

export const addGroupMember = membershipAction(true);
export const removeGroupMember = membershipAction(false);

export const createUserGroup: Action<HostClient, ActionTargets['CreateUserGroup']> = {
  async observe(client, { groupName }) {
    refuseName(groupName);
    return createdOf(await presentDirectory(client), groupName);
  },
  isDone: image => (image as Created).id !== null,
  async apply(client, { groupName }) {
    refuseName(groupName);
    if ((await presentDirectory(client)).group(groupName)) return;
    await runTool(client, 'groupadd', [], groupName);
  },
  async restore(client, { groupName }, { before, after }) {
    const directory = await presentDirectory(client);
    if ((before as Created).id !== null || !directory.group(groupName)) return;
    const { name } = refuseUsedGroup(directory, groupName, after as Created);
    await runTool(client, 'groupdel', [], name);
  },
  createdId: after => (after as Created).id!,
};
