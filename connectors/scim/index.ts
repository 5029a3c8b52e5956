// SCIM 2.0 (RFC 7643, RFC 7644): the users and groups of any service that speaks it.
import { defineConnector, type Problem } from '../../src/connector/contract.ts';
import { gapOf } from '../../src/connector/http/http-error.ts';
import { declaredScimActions, scimActions } from './actions/index.ts';
import { openScim, type ScimClient } from './client.ts';
import { listPages } from './list.ts';
import { memberSource } from './member-source.ts';
import { readUsers, scimReads } from './reads.ts';
import { scimSettings } from './settings.ts';

/** Where the service filters by the time of change. Relationships are read in full: their changes leave no trace in some services. */
const incremental = ['Account', 'UserGroup'];
const rights = 'a token that may list and get Users and Groups';

export const scim = defineConnector<typeof scimSettings, ScimClient>({
  type: 'scim',
  title: 'SCIM 2.0',
  description: 'The users and groups of a service over SCIM 2.0, with nested groups, roles and entitlements.',
  settings: scimSettings,
  declares: [
    { types: incremental, incremental: true, rights },
    {
      types: scimReads.map(({ lands }) => lands).filter(type => !incremental.includes(type)),
      incremental: false,
      rights,
    },
  ],
  open: openScim,
  close: ({ http }) => http.close(),
  check: checkScim,
  reads: () => scimReads,
  readObjects: { Account: readUsers },
  declaresActions: declaredScimActions,
  actions: scimActions,
  changesAtOnce: 4,
});

async function checkScim(client: ScimClient): Promise<readonly Problem[]> {
  const { discovery, settings } = client;
  const problems: Problem[] = [];
  for (const endpoint of [discovery.users, discovery.groups]) {
    if (endpoint === undefined) continue;
    for await (const { gaps } of listPages(client, endpoint)) {
      problems.push(...gaps.map(({ subject, message }) => ({ severity: 'error', place: subject, message }) as const));
      break;
    }
  }
  const place = settings.url;
  if (!discovery.isDescribed) {
    problems.push({
      severity: 'warning',
      place,
      message: 'the service does not describe itself (ServiceProviderConfig, ResourceTypes)',
    });
  }
  const source = await memberSource(client).catch(error => gapOf(error, 'objects').message);
  if (source === 'nowhere') {
    problems.push({
      severity: 'warning',
      place,
      message: 'the service shows no members of groups, so no memberships are read',
    });
  }
  return problems;
}
