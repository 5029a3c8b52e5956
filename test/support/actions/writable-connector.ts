// A connector of applications in memory, with all operations.
import { z } from 'zod';
import {
  type Action,
  type ActionTargets,
  actionOperations,
  ChangeRefused,
  type Image,
} from '../../../src/connector/actions.ts';
import { type Connector, defineConnector, SourceError } from '../../../src/connector/contract.ts';
import { resourceOf } from '../../../src/resources/registry.ts';
import { sampleRecord } from '../scripted-source.ts';
import type { Call, Person } from './application.ts';

/** Carries calls out, in this process or in another one. */
export type Requests = (application: string, call: Call) => Promise<unknown>;

interface Client {
  request(call: Call): Promise<unknown>;
}

type State = { accounts: [string, Person][]; groups: string[]; roles: string[] };

const look = async (client: Client, account: string) => (await client.request({ name: 'look', account })) as Person;

/** An operation on an account that alters whether and how it can be used, and its groups. */
function usage(
  name: 'disable' | 'enable' | 'activate',
  isDone: Action<Client, ActionTargets['DisableAccount']>['isDone'],
): Action<Client, ActionTargets['DisableAccount']> {
  return {
    async observe(client, { accountId }) {
      const { enabled, locked, groups } = await look(client, accountId);
      return { enabled, locked, groups };
    },
    isDone,
    async apply(client, { accountId: account }, { beforeDisabling }) {
      const present = await look(client, account);
      // After a kill, only what is missing is written.
      const isWritten =
        name === 'disable' ? !present.enabled : present.enabled && (name === 'enable' || !present.locked);
      if (!isWritten) await client.request({ name, account });
      if (name === 'disable' || !beforeDisabling) return;
      const missing = (beforeDisabling.groups as string[]).filter(group => !present.groups.includes(group));
      for (const object of missing) await client.request({ name: 'join', account, object });
    },
    async restore(client, { accountId: account }, { before }) {
      await client.request({ name: 'put', account, person: { ...(await look(client, account)), ...before } as Person });
    },
  };
}

/** Whether it is enabled, with the groups that it had; a killed process may have given back only some of them. */
function isEnabled({ enabled, groups }: Image, beforeDisabling: Image | undefined): boolean {
  const regained = (beforeDisabling?.['groups'] ?? []) as readonly string[];
  return enabled === true && regained.every(group => (groups as readonly string[]).includes(group));
}

type Member = { readonly accountId: string };

/** An operation on one membership. */
function membership<Target extends Member>(
  list: 'roles' | 'groups',
  wanted: boolean,
  objectOf: (target: Target) => string,
): Action<Client, Target> {
  const [give, take] = list === 'roles' ? ['assign', 'remove'] : ['join', 'leave'];
  const set = (client: Client, target: Target, member: boolean) =>
    client.request({ name: member ? give! : take!, account: target.accountId, object: objectOf(target) });
  return {
    observe: async (client, target) => ({
      member: (await look(client, target.accountId))[list].includes(objectOf(target)),
    }),
    isDone: ({ member }) => member === wanted,
    apply: async (client, target) => void (await set(client, target, wanted)),
    restore: async (client, target, { before }) => void (await set(client, target, before.member === true)),
  };
}

const createUserGroup: Action<Client, ActionTargets['CreateUserGroup']> = {
  observe: async (client, { groupName: object }) => {
    const { exists } = (await client.request({ name: 'group', object })) as { exists: boolean };
    return exists ? { exists, name: object } : { exists };
  },
  isDone: ({ exists }) => exists === true,
  async apply(client, { groupName: object }) {
    if (object === 'forbidden') throw new ChangeRefused('the application does not allow this name');
    await client.request({ name: 'create', object });
  },
  restore: async (client, { groupName: object }) => void (await client.request({ name: 'delete', object })),
  createdId: ({ name }) => String(name),
};

export function writableConnector(requests: Requests, changesPerClient = 1): Connector {
  return defineConnector<z.ZodObject, Client>({
    type: 'writable',
    title: 'Writable application',
    description: 'An application of a test.',
    settings: z.strictObject({ application: z.string() }),
    async open({ application }) {
      const client: Client = { request: call => requests(String(application), call) };
      try {
        await client.request({ name: 'open' });
      } catch (error) {
        if (!(error instanceof ChangeRefused)) throw error;
        throw new SourceError([{ severity: 'error', place: 'password', message: error.message }]);
      }
      return client;
    },
    check: async () => [],
    reads: () =>
      (['Account', 'Role', 'UserGroup'] as const).map(lands => ({
        lands,
        async *pages(client: Client) {
          const state = (await client.request({ name: 'list' })) as State;
          const sample = (type: string, id: string) => ({ ...sampleRecord(resourceOf(type)!, 0), id });
          yield {
            records:
              lands === 'Account'
                ? state.accounts.map(([id, { enabled, manager }]) => ({
                    ...{ ...sample(lands, id), alias: id, enabled },
                    ...(manager !== undefined && { managerEmails: [manager] }),
                  }))
                : state[lands === 'Role' ? 'roles' : 'groups'].map(id => ({
                    ...sample(lands, id),
                    name: id,
                    type: id.startsWith('synced') ? 'Sync' : lands === 'Role' ? 'Custom' : 'Security',
                  })),
          };
        },
      })),
    declaresActions: [
      {
        operations: actionOperations,
        effect: 'The application in memory changes.',
        rights: 'None.',
      },
    ],
    changesAtOnce: 3,
    changesPerClient,
    actions: {
      DisableAccount: {
        ...usage('disable', ({ enabled }) => enabled === false),
        async expand(client, target) {
          const { also = [] } = await look(client, target.accountId);
          return [target, ...also.map(accountId => ({ accountId }))];
        },
      },
      EnableAccount: usage('enable', (image, _target, { beforeDisabling }) => isEnabled(image, beforeDisabling)),
      ActivateAccount: usage(
        'activate',
        (image, _target, { beforeDisabling }) => isEnabled(image, beforeDisabling) && image['locked'] === false,
      ),
      AssignRole: membership('roles', true, target => target.roleId),
      RemoveRole: membership('roles', false, target => target.roleId),
      AddGroupMember: membership('groups', true, target => target.groupId),
      RemoveGroupMember: membership('groups', false, target => target.groupId),
      CreateUserGroup: createUserGroup,
    },
  });
}
