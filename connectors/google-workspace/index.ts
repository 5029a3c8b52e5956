// Google Workspace customers, by the Admin SDK (developers.google.com/workspace/admin/directory).
import { defineConnector, type Problem } from '../../src/connector/contract.ts';
import { declaredGoogleActions, googleActions } from './actions/index.ts';
import { type GoogleClient, openGoogle } from './client.ts';
import {
  assignmentList,
  chromeDevices,
  domainList,
  groupList,
  mobileDevices,
  roleList,
  unitList,
  userList,
} from './lists.ts';
import { type GoogleList, googlePages } from './paging.ts';
import { googleReads } from './reads.ts';
import { googleSettings } from './settings.ts';

export const googleWorkspace = defineConnector<typeof googleSettings, GoogleClient>({
  type: 'google-workspace',
  title: 'Google Workspace',
  description:
    'The users, groups, administrator roles, organisational units, tokens and devices of a Google Workspace customer.',
  settings: googleSettings,
  declares: [
    {
      types: googleReads.map(({ lands }) => lands),
      incremental: false,
      rights:
        'a service account with domain-wide delegation of the scopes `admin.directory.….readonly`, `admin.directory.user.security` and `apps.groups.settings`',
    },
  ],
  open: openGoogle,
  close: client => client.close(),
  check: checkGoogle,
  reads: () => googleReads,
  declaresActions: declaredGoogleActions,
  actions: googleActions,
  changesAtOnce: 4,
});

async function checkGoogle(client: GoogleClient): Promise<readonly Problem[]> {
  const users = userList(client);
  const needed: GoogleList[] = [
    ...[users, groupList(client), unitList(client), roleList(client), assignmentList(client), domainList(client)],
    ...(client.settings.devices ? [mobileDevices(client), chromeDevices(client)] : []),
  ];
  const problems: Problem[] = [];
  for (const list of needed) {
    for await (const { gaps } of googlePages(client, list)) {
      const severity = list === users ? 'error' : 'warning';
      problems.push(...gaps.map(({ subject, message }) => ({ severity, place: subject, message }) as const));
      break;
    }
  }
  return problems;
}
