// The data room of the example organisation as a source that can be changed: the connector reads its CSV files, and its actions edit them.
import fs from 'node:fs';
import path from 'node:path';
import { customApplication } from '../../../connectors/custom-application/index.ts';
import type { Action, ActionTargets } from '../../../src/connector/actions.ts';
import type { Connector } from '../../../src/connector/contract.ts';

/** @param folder of the source, with `rawdata/` */
export function changeableDataRoom(folder: string): Connector {
  const [newest] = fs.readdirSync(path.join(folder, 'rawdata'));
  const fileOf = (name: string) => path.join(folder, 'rawdata', newest!, name);
  const lines = (name: string) => fs.readFileSync(fileOf(name), 'utf8').trimEnd().split('\n');
  const write = (name: string, all: readonly string[]) => fs.writeFileSync(fileOf(name), `${all.join('\n')}\n`);

  const blocked = lines('members.csv')[0]!.split(',').indexOf('blocked');
  const isEnabled = (login: string) =>
    lines('members.csv').some(line => line.startsWith(`${login},`) && line.split(',')[blocked] === 'false');
  function setEnabled(login: string, enabled: boolean): void {
    const all = lines('members.csv').map(line =>
      line.startsWith(`${login},`) ? line.split(',').with(blocked, String(!enabled)).join(',') : line,
    );
    write('members.csv', all);
  }
  const usage = (wanted: boolean): Action<unknown, ActionTargets['DisableAccount']> => ({
    observe: async (_client, { accountId }) => ({ enabled: isEnabled(accountId) }),
    isDone: ({ enabled }) => enabled === wanted,
    apply: async (_client, { accountId }) => setEnabled(accountId, wanted),
    restore: async (_client, { accountId }, { before }) => setEnabled(accountId, before['enabled'] === true),
  });

  function setMember({ groupId, accountId }: ActionTargets['AddGroupMember'], member: boolean): void {
    const row = `${groupId},${accountId}`;
    const others = lines('group_members.csv').filter(line => line !== row);
    write('group_members.csv', member ? [...others, row] : others);
  }
  const membership = (wanted: boolean): Action<unknown, ActionTargets['AddGroupMember']> => ({
    observe: async (_client, { groupId, accountId }) => ({
      member: lines('group_members.csv').includes(`${groupId},${accountId}`),
    }),
    isDone: ({ member }) => member === wanted,
    apply: async (_client, target) => setMember(target, wanted),
    restore: async (_client, target, { before }) => setMember(target, before['member'] === true),
  });

  // What this source can change is the same whatever its description says.
  const { offers: _, ...connector } = customApplication;
  return {
    ...connector,
    declaresActions: [
      {
        operations: ['DisableAccount', 'EnableAccount', 'AddGroupMember', 'RemoveGroupMember'],
        effect: 'A row of a CSV file is edited.',
        rights: 'Writing the files.',
      },
    ],
    changesAtOnce: 1,
    actions: {
      DisableAccount: usage(false),
      EnableAccount: usage(true),
      AddGroupMember: membership(true),
      RemoveGroupMember: membership(false),
    },
  } as Connector;
}
