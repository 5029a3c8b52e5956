// Okta organisations, by the management API (developer.okta.com/docs/api/openapi/okta-management).
import { defineConnector, type Problem } from '../../src/connector/contract.ts';
import { declaredOktaActions, oktaActions } from './actions/index.ts';
import { type OktaClient, openOkta } from './client.ts';
import { type List, oktaPages } from './paging.ts';
import { readUsers } from './reads/accounts.ts';
import { oktaReads } from './reads.ts';
import { oktaSettings } from './settings.ts';

export const okta = defineConnector<typeof oktaSettings, OktaClient>({
  type: 'okta',
  title: 'Okta',
  description:
    'The users, groups, applications, administrator roles, policies and machine identities of an Okta organisation.',
  settings: oktaSettings,
  declares: [
    {
      types: oktaReads.map(({ lands }) => lands).filter(type => !['UserGroup', 'ResourceClass'].includes(type)),
      incremental: true,
      rights:
        'the role Read-Only Administrator; for roles and tokens Super Administrator, or a service application with the scopes `okta.….read`',
    },
    { types: ['UserGroup', 'ResourceClass'], incremental: false, rights: 'the role Read-Only Administrator' },
  ],
  open: openOkta,
  close: ({ http }) => http.close(),
  check: checkOkta,
  reads: () => oktaReads,
  readObjects: { Account: readUsers },
  declaresActions: declaredOktaActions,
  actions: oktaActions,
  changesAtOnce: 4,
});

/** Lists that every full read needs, to find out which scopes are missing. */
const probes: readonly List[] = [
  { url: 'api/v1/users', query: { limit: 1 }, scope: 'okta.users.read' },
  { url: 'api/v1/groups', query: { limit: 1 }, scope: 'okta.groups.read' },
  { url: 'api/v1/apps', query: { limit: 1 }, scope: 'okta.apps.read' },
  { url: 'api/v1/iam/assignees/users', query: { limit: 1 }, scope: 'okta.roles.read', member: 'value' },
  { url: 'api/v1/policies', query: { type: 'OKTA_SIGN_ON' }, scope: 'okta.policies.read' },
  { url: 'api/v1/zones', query: { limit: 1 }, scope: 'okta.networkZones.read' },
  { url: 'api/v1/authenticators', scope: 'okta.authenticators.read', absent: [404] },
  { url: 'api/v1/idps', query: { limit: 1 }, scope: 'okta.idps.read' },
  { url: 'api/v1/api-tokens', scope: 'okta.apiTokens.read' },
  { url: 'api/v1/logs', query: { limit: 1 }, scope: 'okta.logs.read' },
];

async function checkOkta(client: OktaClient): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const list of probes) {
    for await (const { gaps } of oktaPages(client, list)) {
      const isNeeded = list.url.endsWith('/users') && !list.member;
      problems.push(
        ...gaps.map(
          ({ subject, message }) => ({ severity: isNeeded ? 'error' : 'warning', place: subject, message }) as const,
        ),
      );
      break;
    }
  }
  return problems;
}
