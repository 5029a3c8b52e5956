// OpenStack Keystone, by the Identity API v3 (docs.openstack.org/api-ref/identity/v3). It is a connector and no description, because
// inherited and implied roles follow from several lists together.
import { defineConnector, type Problem } from '../../src/connector/contract.ts';
import { declaredKeystoneActions, keystoneActions } from './actions/index.ts';
import { type KeystoneClient, openKeystone } from './client.ts';
import { keystoneList, type ListName } from './lists.ts';
import { keystoneReads } from './reads.ts';
import { keystoneSettings } from './settings.ts';

export const keystone = defineConnector<typeof keystoneSettings, KeystoneClient>({
  type: 'keystone',
  title: 'OpenStack Keystone',
  description: 'The users, groups, roles, domains, projects and application credentials of an OpenStack Keystone.',
  settings: keystoneSettings,
  declares: [
    {
      types: keystoneReads.map(({ lands }) => lands),
      incremental: false,
      rights:
        'a user with the role reader on the system; for application credentials of other users the role admin, or a policy',
    },
  ],
  open: openKeystone,
  close: client => client.close(),
  check: checkKeystone,
  reads: () => keystoneReads,
  declaresActions: declaredKeystoneActions,
  actions: keystoneActions,
  changesAtOnce: 1,
});

const lists: readonly ListName[] = ['domains', 'projects', 'users', 'groups', 'role_inferences', 'role_assignments'];

async function checkKeystone(client: KeystoneClient): Promise<readonly Problem[]> {
  const read = await Promise.all(lists.map(name => keystoneList(client, name)));
  return read.flatMap(({ gaps }) =>
    gaps.map(({ subject, message }): Problem => ({ severity: 'error', place: subject, message })),
  );
}
